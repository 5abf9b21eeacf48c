import { createEnv, pause } from '@latchkey/core/plugin'
import { Client } from 'pg'
import { isIndexed, type ServedChain } from '../chains/chainBook.js'
import type { GatewayContext } from '../context.js'
import { openDatabase } from '../database/database.js'
import type { StartGatewayOptions } from '../startGateway.js'
import { advanceChain } from './advance.js'

/** Milliseconds: between two looks for new blocks or for a free place, and after faults at first and at most. */
const delays = { look: 500, fault: 250, longest: 30_000 } as const

/** Blocks of one step. Half as many after a fault: a node may bound what it answers. */
const batchSizes = { first: 8, most: 32 } as const

/** Of this program alone, among all that lock by two numbers; the other one is that of the chain. */
const chainLock = 1_280_589_899

type StartIndexerOptions = Pick<GatewayContext, 'chains' | 'now' | 'fetch' | 'warn' | 'ended'> & {
  readonly databaseUrl: string
  /** Resolves when the tables are there. */
  readonly untilReady: () => Promise<unknown>
}

/**
 * Reads the blocks of all chains that ask for it into the database, for as long as the gateway lasts. Of many gateways one reads a
 * chain: the one whose connection holds its lock, and by that connection alone it writes. Resolves when it has ended.
 */
export async function startIndexer(options: StartIndexerOptions): Promise<void> {
  const read = options.chains.all.filter(isIndexed)
  await Promise.all(read.map((chain) => runChain(options, chain)))
}

async function runChain(options: StartIndexerOptions, chain: ServedChain): Promise<void> {
  const { now, fetch, warn, ended } = options
  const env = createEnv({ now, fetch })
  let faults = 0
  let count: number = batchSizes.first
  // a lasting fault is logged once, when it begins; /health reports it for as long as it lasts
  let logged: string | undefined
  const hear = (isDone: boolean): void => {
    if (isDone) logged = undefined
    faults = isDone ? 0 : faults + 1
    count = isDone ? Math.min(2 * count, batchSizes.most) : Math.ceil(count / 2)
  }
  while (!ended.aborted) {
    try {
      await readWhileElected(options, { chain, hear, getCount: () => count })
    } catch (cause) {
      if (ended.aborted) return
      hear(false)
      if (String(cause) !== logged) warn(cause)
      logged = String(cause)
      const wait = Math.min(delays.fault * 2 ** (faults - 1), delays.longest)
      await pause(env, wait, ended).catch(() => undefined) // it ends
    }
  }
}

type Election = {
  readonly chain: ServedChain
  readonly hear: (isDone: boolean) => void
  readonly getCount: () => number
}

async function readWhileElected(
  { databaseUrl, untilReady, now, fetch, ended }: StartIndexerOptions,
  { chain, hear, getCount }: Election,
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
  await client.connect()
  try {
    const statement = 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_elected'
    for (;;) {
      const { rows } = await client.query<{ is_elected: boolean }>(statement, [chainLock, chain.caipNetworkId])
      if (rows[0]?.is_elected) break
      await pause(env, delays.look, signal)
    }
    for (;;) {
      const isBehind = await advanceChain(client, { chain, count: getCount(), signal })
      hear(true)
      if (!isBehind) await pause(env, delays.look, signal)
      signal.throwIfAborted()
    }
  } finally {
    await client.end().catch(() => undefined) // it was gone already
  }
}

/**
 * Has the blocks of a chain read again, from a height on or all of them: `reindex eip155:1 19000000`. The gateway that reads the chain
 * does it with its next step, once it has the first new blocks; until then nothing is deleted. Throws for a chain that is not read.
 */
export async function requestReindex(
  { databaseUrl, chains = [] }: StartGatewayOptions,
  [caipNetworkId = '', height]: readonly string[],
): Promise<{ readonly chain: string; readonly reindexFrom: number }> {
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set.')
  const chain = chains.find((one) => one.caipNetworkId === caipNetworkId)
  if (!chain?.index) throw new Error(`${caipNetworkId} is no chain with "index" in CHAINS_FILE.`)
  if (height !== undefined && !/^\d{1,15}$/.test(height)) throw new Error(`${height} is no height of a block.`)
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
