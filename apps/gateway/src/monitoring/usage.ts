import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { version } from '@latchkey/core/plugin'
import { type Database, lockOn } from '@latchkey/server-kit/database'
import type { RequestRecord } from '@latchkey/server-kit/metrics'
import type { UsageRow, usageKinds } from '../api/admin.js'
import { mergeProviders, type ProviderLog, type ProviderState, parseProviders } from './providers.js'

type UsageKind = (typeof usageKinds)[number]

/** Milliseconds. `stop`: for the last batch. `keptProcess`: until a process that stopped without a word is forgotten; `keptUsage`: 400 days. */
const times = { beat: 2_000, alive: 10_000, stop: 4_000, keptProcess: 600_000, keptUsage: 34_560_000_000 } as const

/** The kind of a route by the start of its path; undefined for monitoring, which is not counted. */
const kinds: readonly (readonly [string, UsageKind | undefined])[] = [
  ['/health', undefined],
  ['/ready', undefined],
  ['/openapi.json', undefined],
  ['/getWalletImage', 'images'],
  ['/public/', 'images'],
  ['/v1/image', 'images'],
  ['/getWallets', 'wallets'],
  ['/v1/account/{address}/balance', 'balances'],
  ['/v1/account/{account}/history', 'history'],
  ['/v1/convert/', 'swaps'],
  ['/v1/fungible/', 'prices'],
  ['/v1/onramp/', 'onramp'],
  ['/v1/generators/', 'onramp'],
  ['/v1/profile/', 'names'],
  ['/v1/identity/', 'names'],
  ['/v1/sessions/', 'sessions'],
  ['/v1/config', 'settings'],
  ['/v1/origins', 'settings'],
  ['/v1/analytics-config', 'settings'],
  ['/v1/supported-chains', 'settings'],
  ['/e', 'reports'],
  ['/siwx/', 'sign-in'],
  ['/members', 'sign-in'],
]

/** Returns the kind of a route; undefined for one that is not counted. */
function toUsageKind(path: string): UsageKind | undefined {
  const found = kinds.find(([start]) => path === start || (start.length > 2 && path.startsWith(start)))
  return found ? found[1] : 'other'
}

type Counts = { requests: number; failed: number; refused: number }

/** Requests by `[day, project, kind]`. */
type Batch = Map<string, Counts>

/** Shares this process's state and request counts with the others. */
export type Heartbeat = {
  /** Counts a response. `project` is one that has settings, or empty. */
  readonly count: (record: RequestRecord & { readonly project: string }) => void
  /** Stores the counts, and that this process is alive. Rejects if the database fails; the counts are kept then. */
  readonly beat: () => Promise<void>
  readonly start: () => void
  /** Stores the rest and removes this process. */
  readonly stop: () => Promise<void>
  readonly id: string
  readonly startedAt: number
}

type CreateHeartbeatOptions = {
  readonly database: Database
  readonly providers: ProviderLog
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

const beatStatement = `INSERT INTO gateway_processes
    (id, host, pid, version, providers, batch, started_at, seen_at, valid_until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (id) DO UPDATE SET providers = EXCLUDED.providers, batch = EXCLUDED.batch, seen_at = EXCLUDED.seen_at,
    valid_until = EXCLUDED.valid_until`

/** In one order, so that processes that add to the same rows don't deadlock. */
const addStatement = `INSERT INTO gateway_usage AS old (day, project, kind, requests, failed, refused, valid_until)
  SELECT day, project, kind, requests, failed, refused, $2 FROM jsonb_to_recordset($1::jsonb)
    AS rows (day date, project text, kind text, requests bigint, failed bigint, refused bigint) ORDER BY day, project, kind
  ON CONFLICT (day, project, kind) DO UPDATE SET requests = old.requests + EXCLUDED.requests,
    failed = old.failed + EXCLUDED.failed, refused = old.refused + EXCLUDED.refused, valid_until = EXCLUDED.valid_until`

/**
 * Counts requests in memory and adds them to the database every two seconds, together with a heartbeat. A batch is added once: if the
 * connection breaks during the commit, the batch's number shows whether it was added. A process that is killed loses what it counted since
 * its last batch.
 */
export function createHeartbeat({ database, providers, now, warn }: CreateHeartbeatOptions): Heartbeat {
  const id = randomUUID()
  const startedAt = now()
  let counting: Batch = new Map()
  let sending: Batch = new Map()
  let batch = 0
  let beating: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  const send = async (): Promise<void> => {
    if (sending.size === 0) {
      sending = counting
      counting = new Map()
      batch++
    }
    const rows = [...sending].map(([key, counts]) => {
      const [day, project, kind] = JSON.parse(key) as readonly string[]
      return { day, project, kind, ...counts }
    })
    await database.inTransaction(async (transaction) => {
      const { query } = transaction
      // waits for a transaction whose connection broke before it answered
      await lockOn(transaction, [id])
      const [known] = await query<{ batch: string }>('SELECT batch FROM gateway_processes WHERE id = $1', [id])
      const time = now()
      const state = JSON.stringify(providers.read())
      const values = [id, hostname(), process.pid, version, state, batch, startedAt, time, time + times.keptProcess]
      await query(beatStatement, values)
      if (rows.length > 0 && Number(known?.batch ?? 0) < batch)
        await query(addStatement, [JSON.stringify(rows), time + times.keptUsage])
    })
    sending = new Map()
  }
  const beat = (): Promise<void> => {
    beating ??= send().finally(() => {
      beating = undefined
    })
    return beating
  }
  const tick = (): Promise<void> =>
    beat().then(
      () => {
        isFailing = false
      },
      (cause: unknown) => {
        if (!isFailing) warn(cause)
        isFailing = true
      },
    )
  return {
    id,
    startedAt,
    beat,
    count({ path, status, project }) {
      const kind = toUsageKind(path)
      if (kind === undefined) return
      const key = JSON.stringify([new Date(now()).toISOString().slice(0, 10), project, kind])
      const counts = counting.get(key) ?? { requests: 0, failed: 0, refused: 0 }
      counting.set(key, counts)
      counts.requests++
      if (status >= 500) counts.failed++
      if (status === 429) counts.refused++
    },
    start() {
      void tick()
      timer = setInterval(() => void tick(), times.beat)
    },
    async stop() {
      clearInterval(timer)
      const finish = async (): Promise<void> => {
        await beating?.catch(() => undefined) // sent again
        await beat()
        if (counting.size > 0) await beat()
        await database.query('DELETE FROM gateway_processes WHERE id = $1', [id])
      }
      await Promise.race([finish().catch(warn), sleep(times.stop, undefined, { ref: false })])
    },
  }
}

type UsageQuery = { readonly project?: string | undefined; readonly from: string; readonly to: string }

/** Reads the requests of a range of days, both inclusive. */
export async function readUsage({ query }: Database, { project, from, to }: UsageQuery): Promise<readonly UsageRow[]> {
  const rows = await query<{ day: string; project: string; kind: UsageKind } & Record<keyof Counts, string>>(
    `SELECT day::text, project, kind, requests, failed, refused FROM gateway_usage
     WHERE day BETWEEN $1::date AND $2::date AND ($3::text IS NULL OR project = $3) ORDER BY day, project, kind`,
    [from, to, project ?? null],
  )
  return rows.map((row) => ({
    day: row.day,
    project: row.project === '' ? null : row.project,
    kind: row.kind,
    requests: Number(row.requests),
    failed: Number(row.failed),
    refused: Number(row.refused),
  }))
}

export type GatewayProcess = {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly startedAt: number
  readonly seenAt: number
  /** Whether its last sign of life is recent. */
  readonly isAlive: boolean
}

type ProcessRow = {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly providers: string
  readonly started_at: string
  readonly seen_at: string
}

/** Reads all processes, the oldest first, and their merged state of the providers. */
export async function readProcesses(
  { query }: Database,
  now: number,
): Promise<{ readonly processes: readonly GatewayProcess[]; readonly providers: readonly ProviderState[] }> {
  const rows = await query<ProcessRow>(
    `SELECT id, host, pid, version, providers, started_at, seen_at FROM gateway_processes
     WHERE valid_until > $1 ORDER BY started_at, id`,
    [now],
  )
  return {
    processes: rows.map(({ id, host, pid, version, started_at, seen_at }) => {
      const seenAt = Number(seen_at)
      return { id, host, pid, version, startedAt: Number(started_at), seenAt, isAlive: now - seenAt < times.alive }
    }),
    providers: mergeProviders(rows.flatMap((row) => parseProviders(row.providers))),
  }
}
