import type { CaipAddress, CaipNetworkId } from '../../utils/caip.js'

/** How the conversion calls name what is native to a network. */
export const nativeTokenAddresses = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
} as const

/** The native currency as a token of the conversion and price calls. */
export function nativeTokenAddress(caipNetworkId: CaipNetworkId): CaipAddress {
  const address = caipNetworkId.startsWith('solana:') ? nativeTokenAddresses.solana : nativeTokenAddresses.eip155
  return `${caipNetworkId}:${address}`
}
