import type { SwapToken } from '../../api/blockchain/types.js'
import type { Network } from '../../network.js'
import { isSameToken } from './isSameToken.js'

/** The tokens of a network, each once, its native currency first, whether the service has named it or not. */
export function withNative(tokens: readonly SwapToken[], network: Network): readonly SwapToken[] {
  const { caipNetworkId, nativeCurrency } = network
  const native = tokens.find(({ address }) => address === undefined)
  const others = tokens.filter(
    (token, index) => token.address !== undefined && tokens.findIndex((other) => isSameToken(other, token)) === index,
  )
  // of the app's own network the service is not asked how many decimals it has
  return [{ caipNetworkId, ...nativeCurrency, ...native, decimals: nativeCurrency.decimals }, ...others]
}
