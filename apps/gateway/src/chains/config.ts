import { readFile } from 'node:fs/promises'
import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'

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

/** Chains of a JSON file. Throws what is wrong with it. */
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
  .refine((text) => isAddress(text, { strict: false }), 'is no address')
  .transform((text): Address => getAddress(text.toLowerCase()))

const currency = z.object({ name: z.string(), symbol: z.string(), decimals: z.int().min(0).max(36) })

const height = z.int().min(0).optional()

const chainSchema = z.object({
  caipNetworkId: z.string().regex(/^(eip155:\d{1,20}|solana:[1-9A-HJ-NP-Za-km-z]{1,44}|bip122:[0-9a-f]{32})$/),
  name: z.string().min(1),
  rpcUrl: httpUrl,
  nativeCurrency: currency,
  nativePrice: z.number().positive().optional(),
  multicall: contractAddress.optional(),
  tokens: z
    .array(
      z.object({
        ...currency.shape,
        address: z.string().min(1),
        logoUri: z.string().optional(),
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

/** Chains as a JSON file or a program gives them. Throws what is wrong with them. */
export function parseChains(value: unknown): readonly GatewayChain[] {
  const { success, data, error } = z.array(chainSchema).safeParse(value)
  if (!success) throw new Error(`That is no list of chains: ${z.prettifyError(error)}`)
  const ids = data.map(({ caipNetworkId }) => caipNetworkId)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new Error(`${twice} is in the list of chains twice.`)
  return data
}

/** Stand for the native currency where the address of a token is asked for. */
const evmNative: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const solanaNative = 'So11111111111111111111111111111111111111111'

export const nativeToken: Address = evmNative

export function isNativeToken(address: string): boolean {
  return address === solanaNative || address.toLowerCase() === evmNative
}
