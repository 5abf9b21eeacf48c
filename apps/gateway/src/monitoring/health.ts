import { setTimeout as sleep } from 'node:timers/promises'
import { isLatchkeyError } from '@latchkey/core'
import { type Hex, hexToNumber } from 'viem'
import { isIndexed, type ServedChain } from '../chains/chainBook.js'
import type { GatewayContext } from '../context.js'
import { type Route, toJsonResponse } from '../http/route.js'
import type { IndexProblem } from '../indexer/store.js'
import type { IsOperator } from './operator.js'

/**
 * Whether the process answers: 200 in any case, and nothing is asked for it, so that anybody may call it as often as they like. The
 * operator also gets whether the database answers, and how reading each chain goes.
 */
export function createHealthRoute(context: Pick<GatewayContext, 'chains' | 'database'>, isOperator: IsOperator): Route {
  return {
    method: 'GET',
    path: '/health',
    async answer({ signal, headers, client }) {
      if (headers.authorization === undefined || !(await isOperator({ headers, client })))
        return toJsonResponse({ ok: true })
      const { database, chains } = await readHealth(context, signal)
      return toJsonResponse({ ok: true, ...(database && { database }), ...(database === 'ok' && { chains }) })
    },
  }
}

/** Milliseconds that a node and the database are waited for. */
const timeout = 2_000

/** Heights of blocks; null where nothing is read yet, or the node does not answer. */
type ChainHealth = {
  readonly indexed: number | null
  readonly head: number | null
  /** Blocks that are still to be read, or that the node lacks of those that were read. */
  readonly lag: number | null
  /** What the operator has to look at. */
  readonly problem: 'NODE_GONE' | 'NODE_BEHIND' | IndexProblem | null
}

type Health = {
  /** Undefined where none is set. */
  readonly database: 'ok' | 'gone' | undefined
  /** By CAIP-2 id, those that are read into the database. */
  readonly chains: Readonly<Record<string, ChainHealth>>
}

const indexStatement = `SELECT chain, (SELECT max(height) FROM chain_blocks AS block WHERE block.chain = asked.chain) AS height,
    (SELECT problem FROM chain_states AS state WHERE state.chain = asked.chain) AS problem
  FROM unnest($1::text[]) AS asked (chain)`

type Row = { readonly chain: string; readonly height: string | null; readonly problem: IndexProblem | null }

/** Whether the database answers, and how reading each chain goes. */
export async function readHealth(
  { chains, database }: Pick<GatewayContext, 'chains' | 'database'>,
  signal: AbortSignal,
): Promise<Health> {
  if (!database) return { database: undefined, chains: {} }
  const indexed = chains.all.filter(isIndexed)
  const ids = indexed.map(({ caipNetworkId }) => caipNetworkId)
  const rows = await Promise.race([
    database.query<Row>(indexStatement, [ids]).catch(() => undefined),
    sleep(timeout, undefined, { ref: false }),
  ])
  if (!rows) return { database: 'gone', chains: {} }
  const states = indexed.map(async (chain): Promise<readonly [string, ChainHealth]> => {
    const { height = null, problem = null } = rows.find((row) => row.chain === chain.caipNetworkId) ?? {}
    const indexed = height === null ? null : Number(height)
    const head = await readHead(chain, signal)
    // a node of another chain has no height of this one
    if (typeof head === 'string') return [chain.caipNetworkId, { indexed, head: null, lag: null, problem: head }]
    const lag = Math.abs(head - (indexed ?? -1))
    const isBehind = indexed !== null && head < indexed
    return [chain.caipNetworkId, { indexed, head, lag, problem: problem ?? (isBehind ? 'NODE_BEHIND' : null) }]
  })
  return { database: 'ok', chains: Object.fromEntries(await Promise.all(states)) }
}

async function readHead({ node }: ServedChain, signal: AbortSignal): Promise<number | 'WRONG_CHAIN' | 'NODE_GONE'> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  try {
    return hexToNumber((await node.call({ method: 'eth_blockNumber', signal: late })) as Hex)
  } catch (cause) {
    // that it does not answer is what is asked here
    return isLatchkeyError(cause) && cause.code === 'RPC_CHAIN_MISMATCH' ? 'WRONG_CHAIN' : 'NODE_GONE'
  }
}
