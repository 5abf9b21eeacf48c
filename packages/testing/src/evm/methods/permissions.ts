import type { Address } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'
import { safeText } from '../../scripted/wallet.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { firstParam } from './parameters.js'

/** `eth_requestAccounts` (EIP-1102): prompts only if the site is not connected. Concurrent calls share the prompt. */
export async function requestAccounts(context: WalletContext, call: WalletCall): Promise<readonly Address[]> {
  const { state, script, update, emit, connectOnce } = context
  if (state.lock.isLocked()) {
    if (script.flags().locked === 'pending') throw createRpcError(-32_002, 'Already processing unlock. Please wait.')
    await state.lock.untilUnlocked()
  }
  if (state.granted().length === 0) {
    await connectOnce(async () => {
      await call.ask('connect', `Connect to ${safeText(state.origin)}`)
      emit('connect', { chainId: `0x${state.chains.selected().id.toString(16)}` })
      update(() => state.grant(state.accounts.list()))
    })
  }
  return [...state.exposed()]
}

export type Permission = {
  readonly parentCapability: 'eth_accounts'
  readonly invoker: string
  readonly caveats: readonly { readonly type: 'restrictReturnedAccounts'; readonly value: readonly string[] }[]
}

/** `wallet_getPermissions` (EIP-2255). */
export function getPermissions({ state }: WalletContext): readonly Permission[] {
  const value = state.exposed()
  if (value.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts' as const, value: [...value] }]
  return [{ parentCapability: 'eth_accounts', invoker: state.origin, caveats }]
}

/** `wallet_requestPermissions` (EIP-2255): always prompts, so that the user can choose again. */
export async function requestPermissions(context: WalletContext, call: WalletCall): Promise<readonly Permission[]> {
  const { state, update } = context
  assertAccountsPermission(call.params)
  if (state.lock.isLocked()) await state.lock.untilUnlocked()
  await call.ask('connect', `Connect to ${safeText(state.origin)}`)
  update(() => state.grant(state.accounts.list()))
  return getPermissions(context)
}

/** `wallet_revokePermissions` (proposed along with EIP-2255): the site gets `accountsChanged` without accounts. */
export function revokePermissions(context: WalletContext, call: WalletCall): null {
  const { state, script, update, emit } = context
  assertAccountsPermission(call.params)
  if (script.flags().ignoreRevoke) emit('accountsChanged', [...state.exposed()])
  else update(() => state.grant([]))
  return null
}

/** `eth_accounts` is the only permission. Throws -32602 for any other. */
function assertAccountsPermission(params: unknown): void {
  const names = Object.keys(firstParam(params))
  if (names.length === 0 || names.some((name) => name !== 'eth_accounts')) {
    throw createRpcError(-32_602, `Expected the permission eth_accounts, got ${names.join(', ') || 'none'}.`)
  }
}
