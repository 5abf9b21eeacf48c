import { setTimeout as sleep } from 'node:timers/promises'
import { isLatchkeyError } from '@latchkey/core'
import { withDeadline } from '@latchkey/server-kit/deadline'
import type { ReadinessProbe } from '@latchkey/server-kit/readiness'
import { getHealth, getReadiness } from '../api/monitoring.js'
import { isIndexed, type ServedChain } from '../chains/chainBook.js'
import type { GatewayContext } from '../context.js'
import { createRoute, type EndpointRequest, type Route, toJsonResponse } from '../http/route.js'
import type { IndexProblem } from '../indexer/store.js'
import type { IsOperator } from './operator.js'

/**
 * Responds with 200 while the process runs, without contacting anything, so that anybody may call it often. The operator also gets
 * the state of the database and of each indexed chain.
 */
export function createHealthRoute(context: Pick<GatewayContext, 'chains' | 'database'>, isOperator: IsOperator): Route {
  const ok = true as const
  const handle = async ({ signal, headers, client }: EndpointRequest<typeof getHealth>) => {
    if (headers.authorization === undefined || !(await isOperator({ headers, client }))) return { ok }
    const { database, chains } = await readHealth(context, signal)
    return { ok, ...(database && { database }), ...(database === 'ok' && { chains }) }
  }
  return createRoute(getHealth, handle, { isUncounted: true })
}

/** Responds with 200 or 503, for load balancers. Unlike health, it says whether requests that need the database would succeed. */
export function createReadinessRoute({ read }: ReadinessProbe): Route {
  const { method, path } = getReadiness
  return {
    method,
    path,
    endpoint: getReadiness,
    isUncounted: true,
    handle: async () => {
      const { isReady, failed } = await read()
      if (isReady) return toJsonResponse({ ok: true })
      return toJsonResponse({ error: 'NOT_READY', message: `Not ready: ${failed.join(', ')}.` }, { status: 503 })
    },
  }
}

/** Milliseconds for a node and the database. */
const timeout = 2_000

/** Block heights; null if nothing is indexed yet, or the node does not respond. */
export type ChainHealth = {
  readonly indexed: number | null
  readonly head: number | null
  /** Blocks to be indexed; negative for indexed blocks that the node lacks. */
  readonly lag: number | null
  /** The problem that the operator has to fix. */
  readonly problem: 'NODE_GONE' | 'NODE_BEHIND' | IndexProblem | null
}

type Health = {
  /** Undefined if none is configured. */
  readonly database: 'ok' | 'gone' | undefined
  /** The indexed chains, by CAIP-2 id. */
  readonly chains: Readonly<Record<string, ChainHealth>>
}

const indexStatement = `SELECT chain, (SELECT max(height) FROM chain_blocks AS block WHERE block.chain = asked.chain) AS height,
    (SELECT problem FROM chain_states AS state WHERE state.chain = asked.chain) AS problem
  FROM unnest($1::text[]) AS asked (chain)`

type Row = { readonly chain: string; readonly height: string | null; readonly problem: IndexProblem | null }

/** Reads the state of the database and of each indexed chain. */
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
    // the height of another chain can't be compared
    if (typeof head === 'string') return [chain.caipNetworkId, { indexed, head: null, lag: null, problem: head }]
    const lag = head - (indexed ?? -1)
    const isBehind = indexed !== null && head < indexed
    return [chain.caipNetworkId, { indexed, head, lag, problem: problem ?? (isBehind ? 'NODE_BEHIND' : null) }]
  })
  return { database: 'ok', chains: Object.fromEntries(await Promise.all(states)) }
}

async function readHead({ node }: ServedChain, signal: AbortSignal): Promise<number | 'WRONG_CHAIN' | 'NODE_GONE'> {
  try {
    return await withDeadline({ signal, milliseconds: timeout }, node.readHead)
  } catch (cause) {
    // an unavailable node is a result here, not an error
    return isLatchkeyError(cause) && cause.code === 'RPC_CHAIN_MISMATCH' ? 'WRONG_CHAIN' : 'NODE_GONE'
  }
}
