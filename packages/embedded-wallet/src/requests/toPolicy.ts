import type { Namespace } from '@latchkey/core'
import { approvalMethods, safeMethods } from '../protocol/names.js'

/**
 * What becomes of a request: `local` is answered by what is known here, `safe` by the frame, `approval` by the visitor in the
 * frame's own screen. `refused` is all else: neither sent nor guessed at. [S6.4] [S6.7]
 */
export type Policy = 'local' | 'safe' | 'approval' | 'refused'

/** What the app is told without asking the frame: of accounts, of the network, and of the permission that comes with a login. */
export const localMethods = [
  'eth_accounts',
  'eth_requestAccounts',
  'eth_chainId',
  'net_version',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getPermissions',
  'wallet_requestPermissions',
] as const

export type LocalMethod = (typeof localMethods)[number]

/** By exact name: `ETH_SIGN` is no `eth_sign`, and neither is allowed. [S6.5] [S6.6] */
export function toPolicy(namespace: Namespace, method: unknown): Policy {
  if (typeof method !== 'string' || method.startsWith('solana_') !== (namespace === 'solana')) return 'refused'
  if (isLocalMethod(method)) return 'local'
  if (safeMethods.includes(method)) return 'safe'
  return approvalMethods.includes(method) ? 'approval' : 'refused'
}

export function isLocalMethod(method: string): method is LocalMethod {
  return localMethods.some((known) => known === method)
}
