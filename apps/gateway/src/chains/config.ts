import { readFile } from 'node:fs/promises'
import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { imageUrl } from '../api/fields.js'

export type ListedToken = {
  /** Contract or mint. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** A URL, or a path of this gateway, e.g. `/public/getTokenImage/USDC`. */
  readonly logoUri?: string | undefined
  /** US dollars for a whole one, if no pool has a price. */
  readonly price?: number | undefined
  /** Hides the token. */
  readonly spam?: boolean | undefined
}

export type ChainIndex = {
  /** The first block. Default: 0. */
  readonly fromBlock?: number | undefined
  /** Confirmations before a block is indexed. Default: 0. */
  readonly confirmations?: number | undefined
  /** Blocks of a fork that are replaced automatically. Default: 64. A deeper fork needs the command `reindex`. */
  readonly maxForkDepth?: number | undefined
  /**
   * The node's method to trace ether that contracts send. Default: none. Ethereum nodes have at most one: Geth
   * `debug_traceBlockByHash`, most others `trace_block`.
   */
  readonly traces?: 'trace_block' | 'debug_traceBlockByHash' | undefined
}

/** A chain that the gateway serves. */
export type GatewayChain = {
  /** CAIP-2, `eip155:1`, `solana:…` or `bip122:…`. */
  readonly caipNetworkId: string
  readonly name: string
  /** A node, or several in the order of preference. */
  readonly rpcUrl: string | readonly string[]
  /** Blocks that a node may be behind the others. Default: 5, or 150 slots of Solana. */
  readonly maxNodeLag?: number | undefined
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly logoUri?: string | undefined
  }
  /** US dollars for a whole one, if no pool has a price. */
  readonly nativePrice?: number | undefined
  /** Multicall3. Default: its usual address. */
  readonly multicall?: Address | undefined
  readonly tokens?: readonly ListedToken[] | undefined
  /** ERC-721 collections. */
  readonly nfts?: readonly { readonly address: Address; readonly name?: string | undefined }[] | undefined
  readonly swap?:
    | {
        readonly kind: 'uniswapV2'
        readonly factory: Address
        readonly router: Address
        readonly wrappedNative: Address
        /** The stablecoin of prices. */
        readonly usd: Address
      }
    | undefined
  /** Indexes the blocks in the database. */
  readonly index?: ChainIndex | undefined
  readonly ens?: { readonly registry: Address } | undefined
  readonly bundlerUrl?: string | undefined
}

/** Reads chains from a JSON file. Throws for invalid ones. */
export async function readChains(file: string): Promise<readonly GatewayChain[]> {
  try {
    return parseChains(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

const httpUrl = z.url({ protocol: /^https?$/ })

const contractAddress = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'is not an address')
  .transform((text): Address => getAddress(text.toLowerCase()))

const currency = z.object({
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().min(0).max(36),
  logoUri: imageUrl.optional(),
})

const height = z.int().min(0).optional()

const chainSchema = z.object({
  caipNetworkId: z.string().regex(/^(eip155:\d{1,20}|solana:[1-9A-HJ-NP-Za-km-z]{1,44}|bip122:[0-9a-f]{32})$/),
  name: z.string().min(1),
  rpcUrl: z.union([
    httpUrl,
    z
      .array(httpUrl)
      .min(1)
      .max(16)
      .refine((urls) => new Set(urls).size === urls.length, 'has a node twice'),
  ]),
  maxNodeLag: z.int().min(1).max(100_000).optional(),
  nativeCurrency: currency,
  nativePrice: z.number().positive().optional(),
  multicall: contractAddress.optional(),
  tokens: z
    .array(
      z.object({
        ...currency.shape,
        address: z.string().min(1),
        price: z.number().positive().optional(),
        spam: z.boolean().optional(),
      }),
    )
    .optional(),
  nfts: z.array(z.object({ address: contractAddress, name: z.string().optional() })).optional(),
  swap: z
    .object({
      kind: z.literal('uniswapV2'),
      factory: contractAddress,
      router: contractAddress,
      wrappedNative: contractAddress,
      usd: contractAddress,
    })
    .optional(),
  index: z
    .object({
      fromBlock: height,
      confirmations: height,
      maxForkDepth: z.int().min(1).max(10_000).optional(),
      traces: z.enum(['trace_block', 'debug_traceBlockByHash']).optional(),
    })
    .optional(),
  ens: z.object({ registry: contractAddress }).optional(),
  bundlerUrl: httpUrl.optional(),
})

/** Parses chains. Throws for invalid ones. */
export function parseChains(value: unknown): readonly GatewayChain[] {
  const { success, data, error } = z.array(chainSchema).safeParse(value)
  if (!success) throw new Error(`Invalid chains: ${z.prettifyError(error)}`)
  const ids = data.map(({ caipNetworkId }) => caipNetworkId)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new Error(`${twice} is listed twice.`)
  return data
}

/** Returns the URLs of a chain's nodes. */
export function listNodes({ rpcUrl }: Pick<GatewayChain, 'rpcUrl'>): readonly string[] {
  return typeof rpcUrl === 'string' ? [rpcUrl] : rpcUrl
}

/** Addresses that stand for the native currency. */
const evmNative: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const solanaNative = 'So11111111111111111111111111111111111111111'

export const nativeToken: Address = evmNative

export function isNativeToken(address: string): boolean {
  return address === solanaNative || address.toLowerCase() === evmNative
}
