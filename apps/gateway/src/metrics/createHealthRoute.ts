import { setTimeout as sleep } from 'node:timers/promises'
import { type Hex, hexToNumber } from 'viem'
import type { ServedChain } from '../chains/createChainBook.js'
import type { GatewayContext } from '../context.js'
import { toJsonAnswer } from '../http/answer.js'
import type { Route } from '../http/route.js'

/** Milliseconds that a node and the database are waited for. */
const patience = 2_000

type ChainHealth = { readonly indexed: number | null; readonly head: number | null; readonly lag: number | null }

/**
 * Whether the process answers; where a database is set, whether that does, and how many blocks of each indexed chain are still to be
 * read. 200 in any case: what needs no database goes on without it.
 */
export function createHealthRoute({ chains, database }: Pick<GatewayContext, 'chains' | 'database'>): Route {
  const indexed = chains.all.filter(({ index }) => index !== undefined)
  return {
    method: 'GET',
    path: '/health',
    async answer({ signal }) {
      if (!database) return toJsonAnswer({ ok: true })
      const statement = 'SELECT chain, max(height) AS height FROM chain_blocks WHERE chain = ANY($1) GROUP BY chain'
      const ids = indexed.map(({ caipNetworkId }) => caipNetworkId)
      const rows = await Promise.race([
        database.query<{ chain: string; height: string }>(statement, [ids]).catch(() => undefined),
        sleep(patience, undefined, { ref: false }),
      ])
      if (!rows) return toJsonAnswer({ ok: true, database: 'gone' })
      const states = await Promise.all(
        indexed.map(async (chain): Promise<readonly [string, ChainHealth]> => {
          const height = rows.find((row) => row.chain === chain.caipNetworkId)?.height
          const at = height === undefined ? null : Number(height)
          const head = await readHead(chain, AbortSignal.any([signal, AbortSignal.timeout(patience)]))
          const lag = head === null ? null : Math.max(0, head - (at ?? -1))
          return [chain.caipNetworkId, { indexed: at, head, lag }]
        }),
      )
      return toJsonAnswer({ ok: true, database: 'ok', chains: Object.fromEntries(states) })
    },
  }
}

async function readHead({ node }: ServedChain, signal: AbortSignal): Promise<number | null> {
  try {
    return hexToNumber((await node.call({ method: 'eth_blockNumber', signal })) as Hex)
  } catch {
    return null // that it does not answer is what is asked here
  }
}
