import type { Namespace } from '../../utils/caip.js'

/** Chain families into which one can buy. [S6.8] */
export function isOnRampNamespace(namespace: Namespace | undefined): boolean {
  return namespace === 'eip155' || namespace === 'solana'
}
