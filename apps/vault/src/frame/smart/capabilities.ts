import type { FrameNetwork } from '../../protocol/network.js'
import { toChainId } from '../answers/chain.js'
import { FrameRefusal } from '../FrameRefusal.js'
import type { WalletRequest } from '../requests/requests.js'
import type { Session } from '../session/session.js'
import type { AccountTypes } from './accountTypes.js'

export type CapabilityOptions = {
  readonly session: Pick<Session, 'call'>
  readonly networks: readonly FrameNetwork[]
  readonly accounts: AccountTypes
}

/** wallet_getCapabilities: `[account, chainIds?]`, by chain id in hex; what an account has no capability on is left out. [EIP-5792] */
export async function readCapabilities(
  { params, network, signal }: WalletRequest,
  { session, networks, accounts }: CapabilityOptions,
): Promise<Readonly<Record<string, object>>> {
  const user = await session.call('user.get', {}, { signal })
  const [named, chainIds] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const address = (typeof named === 'string' ? named : accounts.getAddress(user, network)).toLowerCase()
  const own = user.accounts.some((account) => account.address.toLowerCase() === address)
  if (!own && address !== user.smartAccount.toLowerCase())
    throw new FrameRefusal('That is not the connected account.', { code: 4100 })
  if (own) return {}
  const toId = (one: FrameNetwork): string => `0x${toChainId(one).toString(16)}`
  const isAsked = (one: FrameNetwork): boolean =>
    !Array.isArray(chainIds) || chainIds.some((id) => Number(id) === toChainId(one))
  return Object.fromEntries(
    networks.filter((one) => accounts.isEnabled(one) && isAsked(one)).map((one) => [toId(one), toCapabilities(one)]),
  )
}

function toCapabilities({ hasPaymaster, takesPaymaster }: FrameNetwork): object {
  return {
    atomic: { status: 'supported' },
    // of the first version of the standard
    atomicBatch: { supported: true },
    ...((hasPaymaster || takesPaymaster) && { paymasterService: { supported: true } }),
    permissions: {
      supported: true,
      signerTypes: ['wallet'],
      permissionTypes: ['native-token-transfer', 'erc20-token-transfer', 'contract-call'],
    },
  }
}
