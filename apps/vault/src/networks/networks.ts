import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { FrameNetwork } from '../protocol/network.js'

export type VaultNetwork = FrameNetwork & {
  /** URLs of nodes, tried in order; on Bitcoin of Esplora-style HTTP APIs. */
  readonly rpcUrls: readonly string[]
  /** URLs of bundlers, tried in order; a network with one has smart accounts. */
  readonly bundlers?: readonly string[] | undefined
  /** URL of the paymaster. [ERC-7677] */
  readonly paymaster?: string | undefined
}

const url = z.url({ protocol: /^https?$/ })

const token = z.object({
  address: z
    .string()
    .regex(/^(0x[\da-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'A token is the address of its contract'),
  symbol: z.string().regex(/^[\w.$+₮-]{1,20}$/),
  decimals: z.number().int().min(0).max(36),
})

const schema = z
  .array(
    z.object({
      id: z.union([z.number().int().positive(), z.string().regex(/^[-\w]{1,32}$/)]),
      name: z.string().min(1),
      chainNamespace: z.enum(['eip155', 'solana', 'bip122']).optional(),
      caipNetworkId: z
        .string()
        .regex(/^[-a-z\d]{3,8}:[-\w]{1,32}$/)
        .optional(),
      nativeCurrency: z.object({ symbol: z.string().min(1), decimals: z.number().int().min(0).max(36) }),
      rpcUrls: z.object({ default: z.object({ http: z.array(url).min(1) }) }),
      tokens: z.array(token).max(500).optional(),
      bundlers: z.array(url).min(1).optional(),
      paymaster: url.optional(),
    }),
  )
  .min(1)

/**
 * Reads networks from a JSON file, in the shape of `viem/chains` with `chainNamespace` for non-EVM networks, as the gateway does. The URLs
 * of Bitcoin networks are those of Esplora-style HTTP APIs. Throws if it is invalid.
 */
export async function readNetworks(file: string): Promise<readonly VaultNetwork[]> {
  const { success, data, error } = schema.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!success) throw new Error(`${file} is not a list of networks: ${z.prettifyError(error)}`)
  return data.map(
    ({ id, name, chainNamespace = 'eip155', caipNetworkId, nativeCurrency, rpcUrls, tokens, ...more }) => {
      const { symbol, decimals } = nativeCurrency
      const chain = caipNetworkId ?? `${chainNamespace}:${id}`
      const { bundlers, paymaster } = chainNamespace === 'eip155' ? more : {}
      const accounts = { ...(bundlers && { bundlers }), ...(paymaster && { paymaster }) }
      const known = tokens?.map((one) => ({ ...one, address: toTokenKey(chain, one.address) }))
      const network = { caipNetworkId: chain, name, symbol, decimals, rpcUrls: rpcUrls.default.http }
      return { ...network, ...(known && { tokens: known }), ...accounts }
    },
  )
}

function toTokenKey(chain: string, address: string): string {
  return chain.startsWith('eip155:') ? address.toLowerCase() : address
}
