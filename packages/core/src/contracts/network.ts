import type { CaipNetworkId, Namespace } from '../utils/caip.js'

/** A network. Chains of `viem/chains` fit as {@link NetworkInput}. [S3.1] */
export type Network = {
  readonly id: number | string
  readonly name: string
  readonly chainNamespace: Namespace
  readonly caipNetworkId: CaipNetworkId
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: {
    /** In order of preference. */
    readonly default: { readonly http: readonly string[] }
    /** The network's own URLs, if `services.rpc` replaced them in `default`. */
    readonly chainDefault?: { readonly http: readonly string[] } | undefined
  }
  readonly assets?: { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined } | undefined
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  /** The native balance of a test network is not fetched and shows as 0. [S9.8] */
  readonly testnet?: boolean | undefined
}

/** A network as an app configures it. The default namespace is `eip155`. */
export type NetworkInput = Omit<Network, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: Namespace | undefined
  readonly caipNetworkId?: CaipNetworkId | undefined
}

/** The network of a namespace while no wallet determines it. */
export type NetworkChoice = {
  readonly caipNetworkId: CaipNetworkId | undefined
  /** Whether the user or the app chose it: a wallet is asked to switch to it after connecting. */
  readonly isChosen: boolean
}
