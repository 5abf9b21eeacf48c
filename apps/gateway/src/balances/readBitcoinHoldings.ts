import { createEnv, RpcFailedError, requestNode } from '@latchkey/core/plugin'
import { z } from 'zod'
import type { ServedChain } from '../chains/createChainBook.js'
import type { GatewayContext } from '../context.js'
import type { Holdings, HoldingsRequest } from './balance.js'

const sums = z.object({ funded_txo_sum: z.int().min(0), spent_txo_sum: z.int().min(0) })
const schema = z.object({ chain_stats: sums, mempool_stats: sums })

/** What an address of Bitcoin holds, by Esplora at the URL of the chain: with what is on its way. */
export async function readBitcoinHoldings(
  { fetch, now }: Pick<GatewayContext, 'fetch' | 'now'>,
  { chain, address, signal }: HoldingsRequest & { readonly chain: ServedChain },
): Promise<Holdings> {
  const url = `${chain.rpcUrl.replace(/\/$/, '')}/address/${address}`
  const [{ status, text }] = await Promise.all([
    requestNode(createEnv({ fetch, now }), { urls: [url], signal }),
    chain.node.verify(signal),
  ])
  if (status !== 200) throw new RpcFailedError({ details: `Esplora answered ${status}.` })
  const { chain_stats: mined, mempool_stats: open } = schema.parse(JSON.parse(text))
  const sats = mined.funded_txo_sum - mined.spent_txo_sum + open.funded_txo_sum - open.spent_txo_sum
  const own = { ...chain.nativeCurrency, address: undefined, iconUrl: undefined, amount: BigInt(Math.max(0, sats)) }
  return { balances: [own], nfts: [] }
}
