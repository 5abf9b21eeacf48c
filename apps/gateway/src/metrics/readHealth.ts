import { setTimeout as sleep } from 'node:timers/promises'
import { type Hex, hexToNumber } from 'viem'
import type { ServedChain } from '../chains/createChainBook.js'
import { isIndexed } from '../chains/isIndexed.js'
import type { GatewayContext } from '../context.js'

/** Milliseconds that a node and the database are waited for. */
const patience = 2_000

/** Heights of blocks; null where nothing is read yet, or the node does not answer. */
export type ChainHealth = { readonly indexed: number | null; readonly head: number | null; readonly lag: number | null }

export type Health = {
  /** Undefined where none is set. */
  readonly database: 'ok' | 'gone' | undefined
  /** By CAIP-2 id, those that are read into the database. */
  readonly chains: Readonly<Record<string, ChainHealth>>
}

const statement = 'SELECT chain, max(height) AS height FROM chain_blocks WHERE chain = ANY($1) GROUP BY chain'

/** Whether the database answers, and how many blocks of each chain are still to be read. */
export async function readHealth(
  { chains, database }: Pick<GatewayContext, 'chains' | 'database'>,
  signal: AbortSignal,
): Promise<Health> {
  if (!database) return { database: undefined, chains: {} }
  const indexed = chains.all.filter(isIndexed)
  const ids = indexed.map(({ caipNetworkId }) => caipNetworkId)
  const rows = await Promise.race([
    database.query<{ chain: string; height: string }>(statement, [ids]).catch(() => undefined),
    sleep(patience, undefined, { ref: false }),
  ])
  if (!rows) return { database: 'gone', chains: {} }
  const states = indexed.map(async (chain): Promise<readonly [string, ChainHealth]> => {
    const height = rows.find((row) => row.chain === chain.caipNetworkId)?.height
    const at = height === undefined ? null : Number(height)
    const head = await readHead(chain, signal)
    const lag = head === null ? null : Math.max(0, head - (at ?? -1))
    return [chain.caipNetworkId, { indexed: at, head, lag }]
  })
  return { database: 'ok', chains: Object.fromEntries(await Promise.all(states)) }
}

async function readHead({ node }: ServedChain, signal: AbortSignal): Promise<number | null> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  try {
    return hexToNumber((await node.call({ method: 'eth_blockNumber', signal: late })) as Hex)
  } catch {
    return null // that it does not answer is what is asked here
  }
}
