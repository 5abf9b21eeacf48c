import { createEnv, pause } from '@latchkey/core/plugin'
import { Client } from 'pg'
import type { ServedChain } from '../chains/createChainBook.js'
import { isIndexed } from '../chains/isIndexed.js'
import type { GatewayContext } from '../context.js'
import { advanceChain } from './advanceChain.js'

/** Milliseconds: between two looks for new blocks or for a free place, and after faults at first and at most. */
const pauses = { look: 500, fault: 250, longest: 30_000 } as const

/** Blocks of one step. Half as many after a fault: a node may bound what it answers. */
const counts = { first: 8, most: 32 } as const

/** Of this program alone, among all that lock by two numbers; the other one is that of the chain. */
const lock = 1_280_589_899

export type StartIndexerOptions = Pick<GatewayContext, 'chains' | 'now' | 'fetch' | 'warn' | 'ended'> & {
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
  await Promise.all(read.map((chain) => keepReading(options, chain)))
}

async function keepReading(options: StartIndexerOptions, chain: ServedChain): Promise<void> {
  const { now, fetch, warn, ended } = options
  const env = createEnv({ now, fetch })
  let faults = 0
  let count: number = counts.first
  // a lasting fault is logged once, when it begins; /health reports it for as long as it lasts
  let logged: string | undefined
  const hear = (isDone: boolean): void => {
    if (isDone) logged = undefined
    faults = isDone ? 0 : faults + 1
    count = isDone ? Math.min(2 * count, counts.most) : Math.ceil(count / 2)
  }
  while (!ended.aborted) {
    try {
      await readAsElected(options, { chain, hear, getCount: () => count })
    } catch (cause) {
      if (ended.aborted) return
      hear(false)
      if (String(cause) !== logged) warn(cause)
      logged = String(cause)
      const wait = Math.min(pauses.fault * 2 ** (faults - 1), pauses.longest)
      await pause(env, wait, ended).catch(() => undefined) // it ends
    }
  }
}

type Election = {
  readonly chain: ServedChain
  readonly hear: (isDone: boolean) => void
  readonly getCount: () => number
}

async function readAsElected(
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
      const { rows } = await client.query<{ is_elected: boolean }>(statement, [lock, chain.caipNetworkId])
      if (rows[0]?.is_elected) break
      await pause(env, pauses.look, signal)
    }
    for (;;) {
      const isBehind = await advanceChain(client, { chain, count: getCount(), signal })
      hear(true)
      if (!isBehind) await pause(env, pauses.look, signal)
      signal.throwIfAborted()
    }
  } finally {
    await client.end().catch(() => undefined) // it was gone already
  }
}
