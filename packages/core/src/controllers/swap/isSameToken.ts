import type { Token } from '../../api/blockchain/types.js'

type Place = Pick<Token, 'caipNetworkId' | 'address'>

/** Whether both are one token on one network. Addresses of EVM are the same in any case of their letters. */
export function isSameToken(a: Place, b: Place): boolean {
  return a.caipNetworkId === b.caipNetworkId && a.address?.toLowerCase() === b.address?.toLowerCase()
}
