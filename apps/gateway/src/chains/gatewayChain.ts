import type { Address } from 'viem'

export type ListedToken = {
  /** Its contract or mint. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly logoUri?: string | undefined
  /** US dollars for a whole one, where no pool tells. */
  readonly price?: number | undefined
  /** Not shown to anybody. */
  readonly spam?: boolean | undefined
}

export type ChainIndex = {
  /** The first block; 0 unless told. */
  readonly fromBlock?: number | undefined
  /** How many more have to stand on a block; 0 unless told. */
  readonly confirmations?: number | undefined
  /** How many blocks of a fork are replaced by themselves; 64 unless told. A deeper one needs the command `reindex`. */
  readonly maxForkDepth?: number | undefined
  /**
   * By which method of the node ether that contracts send is read as well; it is not unless told. Nodes of Ethereum have one of them, if
   * any: Geth `debug_traceBlockByHash`, most others `trace_block`.
   */
  readonly traces?: 'trace_block' | 'debug_traceBlockByHash' | undefined
}

/** A chain that the gateway reads, and by what. */
export type GatewayChain = {
  /** CAIP-2, `eip155:1`, `solana:…` or `bip122:…`. */
  readonly caipNetworkId: string
  readonly name: string
  readonly rpcUrl: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** US dollars for a whole one, where no pool tells. */
  readonly nativePrice?: number | undefined
  /** Multicall3; at its usual address unless told. */
  readonly multicall?: Address | undefined
  readonly tokens?: readonly ListedToken[] | undefined
  /** Collections of ERC-721. */
  readonly nfts?: readonly { readonly address: Address; readonly name?: string | undefined }[] | undefined
  readonly swap?:
    | {
        readonly kind: 'uniswapV2'
        readonly factory: Address
        readonly router: Address
        readonly wrappedNative: Address
        /** A stable token that prices are told in. */
        readonly usd: Address
      }
    | undefined
  /** Blocks are read into the database. */
  readonly index?: ChainIndex | undefined
  readonly ens?: { readonly registry: Address } | undefined
  readonly bundlerUrl?: string | undefined
}
