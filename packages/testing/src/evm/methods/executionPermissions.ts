import { isHex, toHex } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'
import { safeText } from '../../scripted/wallet.js'
import type { ExecutionPermission, WalletCall, WalletContext } from '../provider/walletMethod.js'
import type { TransactionRequest } from '../transaction/parseTransaction.js'
import { firstParam, getSigner, parseChainId } from './parameters.js'

const type = 'native-token-allowance'

/**
 * `wallet_requestExecutionPermissions` (ERC-7715): one `native-token-allowance` with an expiry, to be used by the account itself
 * in `wallet_sendCalls`. Throws -32602 for anything else.
 */
export async function requestExecutionPermissions(
  context: WalletContext,
  call: WalletCall,
): Promise<readonly object[]> {
  const { state, permissions } = context
  const { chainId: chain, from, permission, rules } = firstParam(call.params)
  const { type: given, data } = firstParam([permission])
  const { allowanceAmount } = firstParam([data])
  const [rule, ...more] = Array.isArray(rules) ? (rules as readonly unknown[]) : []
  const { timestamp } = firstParam([firstParam([rule])['data']])
  const isKnown = given === type && isHex(allowanceAmount) && Number.isSafeInteger(timestamp) && more.length === 0
  if (!isKnown || (call.params as readonly unknown[]).length > 1)
    throw createRpcError(-32_602, `Expected one ${type} with an expiry.`)
  const chainId = parseChainId(chain)
  if (!state.chains.find(chainId)) throw createRpcError(-32_602, `The wallet does not know the chain ${chainId}.`)
  const { address } = getSigner(context, from ?? state.exposed()[0])
  await call.ask('sign', `Let ${safeText(state.origin)} spend up to ${BigInt(allowanceAmount)} wei`)
  const granted: ExecutionPermission = {
    context: toHex(crypto.getRandomValues(new Uint8Array(16))),
    chainId,
    from: address,
    allowance: BigInt(allowanceAmount),
    expiry: timestamp as number,
    spent: 0n,
  }
  permissions.set(granted.context, granted)
  return [toResponse(granted)]
}

/** `wallet_getGrantedExecutionPermissions` (ERC-7715). */
export function getGrantedExecutionPermissions({ permissions }: WalletContext): readonly object[] {
  return [...permissions.values()].filter(isCurrent).map(toResponse)
}

/** `wallet_getSupportedExecutionPermissions` (ERC-7715). */
export function getSupportedExecutionPermissions({ state }: WalletContext): object {
  const chainIds = state.chains.list().map(({ id }) => toHex(id))
  return { [type]: { chainIds, ruleTypes: ['expiry'] } }
}

/** `wallet_revokeExecutionPermission` (ERC-7715): prompts, and succeeds if there is no such permission any more. */
export async function revokeExecutionPermission(
  { state, permissions }: WalletContext,
  call: WalletCall,
): Promise<object> {
  const { permissionContext } = firstParam(Array.isArray(call.params) ? call.params : [call.params])
  await call.ask('sign', `Revoke a permission of ${safeText(state.origin)}`)
  permissions.delete(String(permissionContext))
  return {}
}

/** Spends from the permission that a bundle names. Throws 4200 if it doesn't cover the calls. */
export function spendPermission({ permissions }: WalletContext, { context, chainId, from, calls }: SpendRequest): void {
  const permission = permissions.get(context)
  const isCovered = permission && isCurrent(permission) && permission.chainId === chainId && permission.from === from
  const total = calls.reduce((sum, { value = 0n }) => sum + value, 0n)
  const isPlain = calls.every(({ to, data }) => to !== undefined && (data ?? '0x') === '0x')
  if (!isCovered || !isPlain || permission.spent + total > permission.allowance)
    throw createRpcError(4_200, 'The permission does not cover these calls.')
  permission.spent += total
}

type SpendRequest = {
  readonly context: string
  readonly chainId: number
  readonly from: string
  readonly calls: readonly TransactionRequest[]
}

function isCurrent({ expiry }: ExecutionPermission): boolean {
  return expiry * 1_000 > Date.now()
}

function toResponse({ context, chainId, from, allowance, expiry }: ExecutionPermission): object {
  return {
    chainId: toHex(chainId),
    from,
    to: from,
    permission: { type, data: { allowanceAmount: toHex(allowance) }, isAdjustmentAllowed: false },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }],
    context,
    dependencies: [],
  }
}
