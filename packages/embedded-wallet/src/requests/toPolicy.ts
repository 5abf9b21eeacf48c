import type { Namespace } from '@latchkey/core'
import { approvalMethods, safeMethods } from '../protocol/names.js'

/**
 * How a request is handled: `local` is answered by the client, `safe` by the frame, `approval` by the user in the frame's screen.
 * `refused` is everything else, and is never sent. [S6.4] [S6.7]
 */
export type Policy = 'local' | 'safe' | 'approval' | 'refused'

/** Methods answered without the frame: accounts, network, and the permission that comes with a login. */
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

/** Compares exact names: `ETH_SIGN` isn't `eth_sign`, and neither is allowed. [S6.5] [S6.6] */
export function toPolicy(namespace: Namespace, method: unknown): Policy {
  if (typeof method !== 'string' || !isOf(namespace, method)) return 'refused'
  if (isLocalMethod(method)) return 'local'
  if (safeMethods.includes(method)) return 'safe'
  return approvalMethods.includes(method) ? 'approval' : 'refused'
}

/** Methods of EVM have no prefix of their own. */
function isOf(namespace: Namespace, method: string): boolean {
  return (['solana', 'bip122'] as const).every((known) => method.startsWith(`${known}_`) === (namespace === known))
}

export function isLocalMethod(method: string): method is LocalMethod {
  return localMethods.some((known) => known === method)
}
