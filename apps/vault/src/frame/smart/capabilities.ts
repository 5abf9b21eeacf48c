import type { FrameNetwork } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'
import { toChainId } from '../handlers/chain.js'
import type { CallNode } from '../requests/node.js'
import type { WalletRequest } from '../requests/requests.js'
import type { Session } from '../session/session.js'
import type { AccountTypes } from './accountTypes.js'
import { readReceipt, validFor } from './sendOperation.js'

type CapabilityOptions = {
  readonly session: Pick<Session, 'call'>
  readonly networks: readonly FrameNetwork[]
  readonly accounts: AccountTypes
}

/** wallet_getCapabilities: `[account, chainIds?]`, by hex chain id; networks without capabilities are left out. [EIP-5792] */
export async function readCapabilities(
  { params, network, signal }: WalletRequest,
  { session, networks, accounts }: CapabilityOptions,
): Promise<Readonly<Record<string, object>>> {
  const user = await session.call('user.get', {}, { signal })
  const [named, chainIds] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const address = (typeof named === 'string' ? named : accounts.getAddress(user, network)).toLowerCase()
  const own = user.accounts.some((account) => account.address.toLowerCase() === address)
  if (!own && address !== user.smartAccount.toLowerCase())
    throw new FrameRequestError('This isn’t the connected account.', { code: 4100 })
  if (own) return {}
  const isAsked = (one: FrameNetwork): boolean =>
    !Array.isArray(chainIds) || chainIds.some((id) => Number(id) === toChainId(one))
  return Object.fromEntries(
    networks
      .filter((one) => accounts.isEnabled(one) && isAsked(one))
      .map((one) => [toHexChainId(one), toCapabilities(one)]),
  )
}

/** wallet_getSupportedExecutionPermissions: the networks of each type, as hex chain ids. [ERC-7715] */
export function listSupportedPermissions({
  networks,
  accounts,
}: Pick<CapabilityOptions, 'networks' | 'accounts'>): Readonly<Record<string, object>> {
  const chainIds = networks.filter((one) => accounts.isEnabled(one)).map(toHexChainId)
  const types = ['native-token-allowance', 'erc20-token-allowance', 'contract-call']
  return chainIds.length === 0
    ? {}
    : Object.fromEntries(types.map((type) => [type, { chainIds, ruleTypes: ['expiry'] }]))
}

function toHexChainId(network: FrameNetwork): string {
  return `0x${toChainId(network).toString(16)}`
}

function toCapabilities({ hasPaymaster, takesPaymaster }: FrameNetwork): object {
  return {
    atomic: { status: 'supported' },
    // version 1 of the standard
    atomicBatch: { supported: true },
    ...((hasPaymaster || takesPaymaster) && { paymasterService: { supported: true } }),
    permissions: {
      supported: true,
      signerTypes: ['wallet'],
      permissionTypes: ['native-token-transfer', 'erc20-token-transfer', 'contract-call'],
    },
  }
}

type StatusOptions = {
  readonly session: Pick<Session, 'call'>
  readonly callNode: CallNode
  /** The vault's clock. */
  readonly now: () => number
}

const [pending, confirmed, failedBefore, reverted] = [100, 200, 400, 500]

/** wallet_getCallsStatus: `[id]`. [EIP-5792] */
export async function readCallsStatus(
  { params, signal }: WalletRequest,
  { session, callNode, now }: StatusOptions,
): Promise<unknown> {
  const [id] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (typeof id !== 'string' || id === '')
    throw new FrameRequestError('The id of the calls is missing.', { code: -32602 })
  const { chain, hash, sentAt } = await session.call('calls.get', { id }, { signal })
  const receipt = await readReceipt({ chain, hash, callNode, signal })
  const base = { version: '2.0.0', id, chainId: `0x${Number(chain.split(':')[1]).toString(16)}`, atomic: true }
  if (receipt === null) return { ...base, status: now() > sentAt + validFor ? failedBefore : pending }
  const { success, logs, ...place } = receipt
  const entry = { ...place, logs, status: success ? '0x1' : '0x0' }
  return { ...base, status: success ? confirmed : reverted, receipts: [entry] }
}
