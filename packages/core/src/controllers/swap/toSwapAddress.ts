import { nativeTokenAddress } from '../../api/blockchain/nativeTokenAddress.js'
import type { Token } from '../../api/blockchain/types.js'
import { type CaipAddress, toCaipAddress } from '../../utils/caip.js'

/** How the calls that convert name a token. */
export function toSwapAddress({ caipNetworkId, address }: Pick<Token, 'caipNetworkId' | 'address'>): CaipAddress {
  return address === undefined ? nativeTokenAddress(caipNetworkId) : toCaipAddress(caipNetworkId, address)
}
