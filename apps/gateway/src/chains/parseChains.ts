import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'
import type { GatewayChain } from './gatewayChain.js'

const url = z.url({ protocol: /^https?$/ })
const contract = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'is no address')
  .transform((text): Address => getAddress(text.toLowerCase()))
const currency = z.object({ name: z.string(), symbol: z.string(), decimals: z.int().min(0).max(36) })
const height = z.int().min(0).optional()

const chain = z.object({
  caipNetworkId: z.string().regex(/^(eip155:\d{1,20}|solana:[1-9A-HJ-NP-Za-km-z]{1,44}|bip122:[0-9a-f]{32})$/),
  name: z.string().min(1),
  rpcUrl: url,
  nativeCurrency: currency,
  nativePrice: z.number().positive().optional(),
  multicall: contract.optional(),
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
  nfts: z.array(z.object({ address: contract, name: z.string().optional() })).optional(),
  swap: z
    .object({
      kind: z.literal('uniswapV2'),
      factory: contract,
      router: contract,
      wrappedNative: contract,
      usd: contract,
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
  ens: z.object({ registry: contract }).optional(),
  bundlerUrl: url.optional(),
})

/** Chains as a JSON file or a program gives them. Throws what is wrong with them. */
export function parseChains(value: unknown): readonly GatewayChain[] {
  const { success, data, error } = z.array(chain).safeParse(value)
  if (!success) throw new Error(`That is no list of chains: ${z.prettifyError(error)}`)
  const ids = data.map(({ caipNetworkId }) => caipNetworkId)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new Error(`${twice} is in the list of chains twice.`)
  return data
}
