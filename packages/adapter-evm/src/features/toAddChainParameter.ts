import type { Network } from '@latchkey/core'
import { toQuantity } from './hex.js'

export type AddChainParameter = {
  readonly chainId: string
  readonly chainName: string
  readonly nativeCurrency: Network['nativeCurrency']
  readonly rpcUrls: readonly string[]
  readonly blockExplorerUrls?: readonly string[]
}

/**
 * A network as `wallet_addEthereumChain` takes it (EIP-3085) [S7.29]. The wallet gets the chain's own URLs, as it
 * keeps them: one with the app's project id in it is not its to use. Without an explorer there is no list: wallets
 * refuse an empty one.
 */
export function toAddChainParameter({ id, name, nativeCurrency, rpcUrls, blockExplorers }: Network): AddChainParameter {
  return {
    chainId: toQuantity('chainId', Number(id)),
    chainName: name,
    nativeCurrency,
    rpcUrls: (rpcUrls.chainDefault ?? rpcUrls.default).http,
    ...(blockExplorers && { blockExplorerUrls: [blockExplorers.default.url] }),
  }
}
