import type { CaipNetworkId, Namespace } from '../utils/caip.js'

/** A chain. Shaped so that chains of `viem/chains` fit as {@link NetworkInput}. [S3.1] */
export type Network = {
  readonly id: number | string
  readonly name: string
  readonly chainNamespace: Namespace
  readonly caipNetworkId: CaipNetworkId
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: {
    /** Asked in this order. */
    readonly default: { readonly http: readonly string[] }
    /** The network's own URLs, where `services.rpc` took their place in `default`. */
    readonly chainDefault?: { readonly http: readonly string[] } | undefined
  }
  readonly assets?: { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined } | undefined
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  /** The native balance of a test network is not read: it shows as 0. [S9.8] */
  readonly testnet?: boolean | undefined
}

/** A network as an app gives it: without a namespace, `eip155`. */
export type NetworkInput = Omit<Network, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: Namespace | undefined
  readonly caipNetworkId?: CaipNetworkId | undefined
}

/** The network of one namespace while no wallet decides it. */
export type NetworkChoice = {
  readonly caipNetworkId: CaipNetworkId | undefined
  /** The visitor or the app chose it, so a wallet is asked for it after connecting. */
  readonly isChosen: boolean
}
