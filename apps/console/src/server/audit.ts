import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import type { ConsoleParams, LogCheck, LogEntry } from '../api.js'
import { isSame, type StoreContext, toMac } from './database.js'

// The console's own log. Operators' actions in the vault and the gateway are in those services' logs, under the same names.

export type LogEvent =
  | 'signIn.done'
  | 'signIn.refused'
  | 'signOut'
  | 'passkey.added'
  | 'passkey.renamed'
  | 'passkey.removed'
  | 'passkey.copied'
  | 'invite.made'
  | 'invite.withdrawn'
  | 'operator.added'
  | 'operator.role'
  | 'operator.removed'
  | 'request.refused'
  | 'log.exported'

export type NewEntry = {
  readonly event: LogEvent
  /** Name of the operator; `-` if not signed in. */
  readonly operator: string
  readonly [key: string]: string | number
}

type Row = {
  readonly seq: string
  readonly at: string
  readonly event: string
  readonly operator: string
  readonly entry: string
  readonly hash: Buffer
}

/**
 * Appends to the log. Call it last in a transaction, as others wait for it. Each hash covers the previous one, under a key that the database
 * doesn't have.
 */
export async function appendLog(
  { secret, now }: Pick<StoreContext, 'secret' | 'now'>,
  client: Queryable,
  { event, operator, ...entry }: NewEntry,
): Promise<void> {
  await lockOn(client, ['console audit'])
  const [last] = await client.query<Row>('SELECT * FROM audit ORDER BY seq DESC LIMIT 1')
  const row = { seq: Number(last?.seq ?? 0) + 1, at: now(), event, operator, entry: JSON.stringify(entry) }
  await client.query('INSERT INTO audit VALUES ($1, $2, $3, $4, $5, $6)', [
    ...[row.seq, row.at, event, operator, row.entry],
    toHash(secret, row, last?.hash),
  ])
}

type Hashed = {
  readonly seq: number | string
  readonly at: number | string
  readonly event: string
  readonly operator: string
  readonly entry: string
}

function toHash(secret: Uint8Array, { seq, at, event, operator, entry }: Hashed, previous?: Uint8Array): Buffer {
  return toMac(secret, 'audit', [seq, at, event, operator, entry, previous ?? null])
}

/** Returns entries, newest first. */
export async function listLog(
  { database }: Pick<StoreContext, 'database'>,
  { event, operator, before, limit = 50 }: ConsoleParams<'GET /api/audit'>,
): Promise<readonly LogEntry[]> {
  const rows = await database.query<Row>(
    `SELECT * FROM audit WHERE seq < $1 AND ($2::text IS NULL OR event = $2) AND ($3::text IS NULL OR operator = $3)
     ORDER BY seq DESC LIMIT $4`,
    [before ?? Number.MAX_SAFE_INTEGER, event ?? null, operator ?? null, limit],
  )
  return rows.map(toEntry)
}

function toEntry({ seq, at, event, operator, entry }: Row): LogEntry {
  return { seq: Number(seq), at: Number(at), event, operator, entry: JSON.parse(entry) as LogEntry['entry'] }
}

/** Rows that are read at once. */
const batch = 1_000

/** Verifies the whole chain. An entry that was changed, removed or inserted breaks it; only entries cut off at the end don't. */
export async function checkLog({ database, secret }: Pick<StoreContext, 'database' | 'secret'>): Promise<LogCheck> {
  let count = 0
  let previous: Buffer | undefined
  for (;;) {
    const rows = await database.query<Row>('SELECT * FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2', [count, batch])
    for (const row of rows) {
      const isNext = Number(row.seq) === count + 1
      if (!isNext || !isSame(row.hash, toHash(secret, row, previous)))
        return { ok: false, count, brokenAt: isNext ? Number(row.seq) : count + 1 }
      previous = row.hash
      count++
    }
    if (rows.length < batch) return { ok: true, count, head: previous?.toString('hex') ?? '' }
  }
}
