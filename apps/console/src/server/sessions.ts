import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { assertMac, type StoreContext, toMac } from './database.js'
import { findOperator, type Operator } from './operators.js'

/** Milliseconds without use, and in total. */
export type SessionTimes = { readonly idle: number; readonly total: number }

export type Session = {
  readonly operator: Operator
  readonly tokenHash: Buffer
  readonly idleAt: number
  readonly endsAt: number
}

type SessionRow = {
  readonly token_hash: Buffer
  readonly operator_id: string
  readonly created_at: string
  readonly seen_at: string
  readonly mac: Buffer
}

/** Interval in which the last use is stored. Milliseconds. */
const seenStep = 15_000

/** Creates a session. Its token goes into a cookie and nowhere else. */
export async function createSession(
  { secret, now }: StoreContext,
  client: Queryable,
  operatorId: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const tokenHash = toMac(secret, 'session token', [token])
  const at = now()
  await client.query('INSERT INTO sessions VALUES ($1, $2, $3, $3, $4)', [
    ...[tokenHash, operatorId, at],
    toMac(secret, 'sessions', [tokenHash, operatorId, at]),
  ])
  return token
}

type FindSession = {
  readonly token: string
  readonly times: SessionTimes
  /** Whether a page asks by itself, which is no use of the session. */
  readonly isPoll: boolean
}

/** Returns the session of a token, or undefined if it has ended or its operator was removed. Role and name are current. */
export async function findSession(
  context: StoreContext,
  { token, times, isPoll }: FindSession,
): Promise<Session | undefined> {
  const { database, secret, now } = context
  const tokenHash = toMac(secret, 'session token', [token])
  const [row] = await database.query<SessionRow>('SELECT * FROM sessions WHERE token_hash = $1', [tokenHash])
  if (!row) return undefined
  const [createdAt, seenAt] = [Number(row.created_at), Number(row.seen_at)]
  assertMac(secret, 'sessions', [tokenHash, row.operator_id, createdAt], row.mac)
  const [endsAt, at] = [createdAt + times.total, now()]
  const operator = await findOperator(context, database, row.operator_id)
  if (at >= endsAt || at >= seenAt + times.idle || !operator) {
    await endSession(context, tokenHash)
    return undefined
  }
  if (isPoll) return { operator, tokenHash, idleAt: Math.min(seenAt + times.idle, endsAt), endsAt }
  if (at >= seenAt + seenStep)
    await database.query('UPDATE sessions SET seen_at = $2 WHERE token_hash = $1 AND seen_at < $2', [tokenHash, at])
  return { operator, tokenHash, idleAt: Math.min(at + times.idle, endsAt), endsAt }
}

export async function endSession({ database }: Pick<StoreContext, 'database'>, tokenHash: Buffer): Promise<void> {
  await database.query('DELETE FROM sessions WHERE token_hash = $1', [tokenHash])
}
