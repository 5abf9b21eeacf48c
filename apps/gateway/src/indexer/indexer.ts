import { createEnv, pause } from '@latchkey/core/plugin'
import { Client } from 'pg'
import { z } from 'zod'
import { isIndexed, type ServedChain } from '../chains/chainBook.js'
import type { GatewayChain } from '../chains/config.js'
import type { GatewayContext } from '../context.js'
import { openDatabase } from '../database/database.js'
import { NodeError } from '../errors.js'
import { advanceChain, DeepForkError } from './advance.js'

/** Milliseconds between checks for new blocks or a free lock, and after a failure (first and longest). */
const delays = { poll: 500, retry: 250, maxRetry: 30_000 } as const

/** Blocks per step. Halved after a failure, as a node may limit its responses. */
const batchSizes = { first: 8, max: 32 } as const

/** First key of the advisory locks of chains; the second one is the chain's. */
const chainLock = 1_280_589_899

type StartIndexerOptions = Pick<GatewayContext, 'chains' | 'now' | 'fetch' | 'warn' | 'ended'> & {
  readonly databaseUrl: string
  /** Resolves when the database is migrated. */
  readonly untilReady: () => Promise<unknown>
}

/**
 * Indexes the blocks of all configured chains until the gateway stops. Of several gateways, one indexes a chain: the one whose
 * connection holds its lock, and it writes by that connection only. Resolves when it has stopped.
 */
export async function startIndexer(options: StartIndexerOptions): Promise<void> {
  const read = options.chains.all.filter(isIndexed)
  await Promise.all(read.map((chain) => runChain(options, chain)))
}

async function runChain(options: StartIndexerOptions, chain: ServedChain): Promise<void> {
  const { now, fetch, warn, ended } = options
  const env = createEnv({ now, fetch })
  let failures = 0
  let count: number = batchSizes.first
  // a lasting failure is logged once; /health reports it while it lasts
  let logged: string | undefined
  const onStep = (isDone: boolean): void => {
    if (isDone) logged = undefined
    failures = isDone ? 0 : failures + 1
    count = isDone ? Math.min(2 * count, batchSizes.max) : Math.ceil(count / 2)
  }
  while (!ended.aborted) {
    try {
      await readWhileElected(options, { chain, onStep, getCount: () => count })
    } catch (cause) {
      if (ended.aborted) return
      onStep(false)
      if (String(cause) !== logged) warn(cause)
      logged = String(cause)
      const wait = Math.min(delays.retry * 2 ** (failures - 1), delays.maxRetry)
      await pause(env, wait, ended).catch(() => undefined) // the gateway stops
    }
  }
}

type Election = {
  readonly chain: ServedChain
  readonly onStep: (isDone: boolean) => void
  readonly getCount: () => number
}

async function readWhileElected(
  { databaseUrl, untilReady, now, fetch, ended }: StartIndexerOptions,
  { chain, onStep, getCount }: Election,
): Promise<void> {
  const env = createEnv({ now, fetch })
  await untilReady()
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'latchkey-gateway-indexer',
    connectionTimeoutMillis: 3_000,
    query_timeout: 30_000,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', (cause) => lost.abort(cause))
  const signal = AbortSignal.any([ended, lost.signal])
  const close = (): Promise<void> => client.end().catch(() => undefined) // already closed
  const onEnd = (): void => void close()
  await client.connect()
  // a deletion may take hours
  ended.addEventListener('abort', onEnd)
  try {
    const statement = 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_elected'
    for (;;) {
      const { rows } = await client.query<{ is_elected: boolean }>(statement, [chainLock, chain.caipNetworkId])
      if (rows[0]?.is_elected) break
      await pause(env, delays.poll, signal)
    }
    for (;;) {
      const isBehind = await chain.node.pin(
        signal,
        (node, pinned) => advanceChain(client, { chain: { ...chain, node }, count: getCount(), signal: pinned }),
        // another node may serve the indexed chain, or the data that this one lacks
        { isUnusable: (cause) => [DeepForkError, NodeError, z.ZodError].some((kind) => cause instanceof kind) },
      )
      onStep(true)
      if (!isBehind) await pause(env, delays.poll, signal)
      signal.throwIfAborted()
    }
  } finally {
    ended.removeEventListener('abort', onEnd)
    await close()
  }
}

type ReindexOptions = {
  readonly databaseUrl?: string | undefined
  readonly chains?: readonly GatewayChain[] | undefined
}

/**
 * Requests that the blocks of a chain are indexed again, all of them or from a height: `reindex eip155:1 19000000`. The gateway that
 * indexes the chain does so in its next step; until it has the first new blocks, nothing is deleted. Throws for a chain that is not
 * indexed.
 */
export async function requestReindex(
  { databaseUrl, chains = [] }: ReindexOptions,
  [caipNetworkId = '', height]: readonly string[],
): Promise<{ readonly chain: string; readonly reindexFrom: number }> {
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set.')
  const chain = chains.find((one) => one.caipNetworkId === caipNetworkId)
  if (!chain?.index) throw new Error(`${caipNetworkId} is not a chain with "index" in CHAINS_FILE.`)
  if (height !== undefined && !/^\d{1,15}$/.test(height)) throw new Error(`${height} is not a block height.`)
  const reindexFrom = Number(height ?? chain.index.fromBlock ?? 0)
  const database = openDatabase({ url: databaseUrl, warn: () => undefined })
  try {
    await database.query(
      `INSERT INTO chain_states (chain, reindex_from) VALUES ($1, $2)
       ON CONFLICT (chain) DO UPDATE SET reindex_from = EXCLUDED.reindex_from`,
      [caipNetworkId, reindexFrom],
    )
  } finally {
    await database.close()
  }
  return { chain: caipNetworkId, reindexFrom }
}
