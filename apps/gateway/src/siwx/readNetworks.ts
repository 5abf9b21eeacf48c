import { readFile } from 'node:fs/promises'
import type { NetworkInput } from '@latchkey/core'
import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ })

const schema = z.array(
  z.object({
    id: z.union([z.number(), z.string()]),
    name: z.string(),
    chainNamespace: z.enum(['eip155', 'solana', 'bip122']).optional(),
    caipNetworkId: z.string().optional(),
    nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
    rpcUrls: z.object({ default: z.object({ http: z.array(url) }) }),
  }),
)

/** Networks of a JSON file, in the shape of `viem/chains` with `chainNamespace` where it is not EVM. Throws what is wrong with it. */
export async function readNetworks(file: string): Promise<readonly NetworkInput[]> {
  const { success, data, error } = schema.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (success) return data as readonly NetworkInput[]
  throw new Error(`${file} is no list of networks: ${z.prettifyError(error)}`)
}
