import type { Address } from 'viem'
import type { BitcoinNetwork, NativeCurrency } from '../bitcoin/network.js'
import { type SolanaNetwork, solanaTokens } from '../solana/network.js'
import { carefulToken, spamToken, worldMarket, worldNfts } from '../world/market.js'
import { multicall3Address, worldTokens } from '../world/world.js'

export type GatewayChainsOptions = {
  readonly evm: readonly {
    readonly id: number
    readonly name: string
    readonly rpcUrl: string
    readonly nativeCurrency: NativeCurrency
    readonly bundlerUrl?: string | undefined
  }[]
  readonly solana?: SolanaNetwork | undefined
  readonly bitcoin?: BitcoinNetwork | undefined
}

type Currency = NativeCurrency & { readonly logoUri?: string | undefined }

type ListedToken = Currency & {
  readonly address: string
  readonly spam?: boolean | undefined
  readonly price?: number | undefined
}

/** A chain in the gateway's configuration. */
export type GatewayChain = {
  readonly caipNetworkId: string
  readonly name: string
  readonly rpcUrl: string
  readonly nativeCurrency: Currency
  readonly nativePrice?: number | undefined
  readonly multicall?: Address | undefined
  readonly tokens?: readonly ListedToken[]
  readonly nfts?: readonly { readonly address: Address; readonly name?: string | undefined }[] | undefined
  readonly swap?:
    | {
        readonly kind: 'uniswapV2'
        readonly factory: Address
        readonly router: Address
        readonly wrappedNative: Address
        readonly usd: Address
      }
    | undefined
  readonly index?:
    | {
        readonly fromBlock?: number | undefined
        readonly confirmations?: number | undefined
        readonly traces?: 'trace_block' | 'debug_traceBlockByHash' | undefined
      }
    | undefined
  readonly bundlerUrl?: string | undefined
}

/** US dollars per whole unit, for networks without a market. */
const prices = { solana: 150, bitcoin: 60_000, solanaToken: 0.25 }

/** Adds the image that the gateway has for a symbol. The local networks are unknown, and so are their tokens. */
function withLogo<token extends NativeCurrency>(token: token): token & Currency {
  return { ...token, logoUri: toLogo(token.symbol) }
}

function toLogo(symbol: string): string {
  return `/public/getTokenImage/${symbol}`
}

/** Converts the local networks, with their tokens, market and NFTs, to the gateway's configuration. */
export function toGatewayChains({ evm, solana, bitcoin }: GatewayChainsOptions): readonly GatewayChain[] {
  return [
    ...evm.map(({ id, name, rpcUrl, nativeCurrency, bundlerUrl }) => ({
      caipNetworkId: `eip155:${id}`,
      name,
      rpcUrl,
      nativeCurrency: withLogo(nativeCurrency),
      ...evmWorld,
      ...(bundlerUrl !== undefined && { bundlerUrl }),
    })),
    ...[solana].flatMap((network) =>
      network ? { ...toChain(network, network.rpcUrl), nativePrice: prices.solana, tokens: listedOnSolana } : [],
    ),
    ...[bitcoin].flatMap((network) =>
      network ? { ...toChain(network, network.esploraUrl), nativePrice: prices.bitcoin } : [],
    ),
  ]
}

const listedOnSolana = Object.values(solanaTokens).map((token) => ({ ...token, price: prices.solanaToken }))

const { factory, router, wrappedNative, usd } = worldMarket

const evmWorld = {
  multicall: multicall3Address,
  tokens: [
    withLogo(worldTokens.USDC),
    withLogo(worldTokens.DAI),
    usd,
    { ...wrappedNative, logoUri: toLogo('ETH') },
    carefulToken,
    { ...spamToken, spam: true },
  ],
  nfts: [{ address: worldNfts.address, name: worldNfts.name }],
  swap: { kind: 'uniswapV2', factory, router, wrappedNative: wrappedNative.address, usd: usd.address },
  index: { fromBlock: 0, confirmations: 0, traces: 'trace_block' },
} as const

type Named = { readonly caipNetworkId: string; readonly name: string; readonly nativeCurrency: NativeCurrency }

function toChain({ caipNetworkId, name, nativeCurrency }: Named, rpcUrl: string): GatewayChain {
  return { caipNetworkId, name, rpcUrl, nativeCurrency: withLogo(nativeCurrency) }
}
