import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { deviceTimes } from './device.js'

/** `createdAt`: when the user last authenticated, milliseconds since the epoch. */
export type Session = {
  readonly id: string
  readonly userId: string
  readonly createdAt: number
  /** The login that it came by: `email`, or the id of a provider login; null for sessions from before this was stored. */
  readonly loginId: string | null
}

type SessionRow = {
  readonly device_id: string
  readonly id: string
  readonly user_id: string
  readonly created_at: string
  readonly seen_at: string
  /** The key that the session is bound to; null if the browser keeps none. */
  readonly thumbprint: string | null
  readonly login_id: string | null
  /** Until when the second factor has to be presented; null once it was, or if none is needed. */
  readonly factor_due_at: string | null
  readonly mac: Buffer
}

type FoundSessions = {
  readonly session: Session | undefined
  /** A login that has proved the first factor only. It gives access to nothing until it presents a second one. */
  readonly waiting: Session | undefined
}

/** Milliseconds for which a login waits for the second factor. */
const factorWait = 900_000

/**
 * Finds the session of a device and key. Sessions end after seven days unused, and 30 days after the login. A browser that keeps its key is
 * identified by it: the cookie alone finds no session.
 */
export async function findSession(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  place: { readonly deviceId: string; readonly thumbprint: string },
): Promise<Session | undefined> {
  return (await findSessions(custody, client, place)).session
}

/** Like {@link findSession}, and finds a login that waits for its second factor. */
export async function findSessions(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { deviceId, thumbprint }: { readonly deviceId: string; readonly thumbprint: string },
): Promise<FoundSessions> {
  const time = now()
  const [row] = await query<SessionRow>(
    `UPDATE sessions SET seen_at = greatest(seen_at, $2) WHERE device_id = $1 AND seen_at > $3 AND created_at > $4
       AND (thumbprint IS NULL OR thumbprint = $5)
     RETURNING device_id, id, user_id, created_at, seen_at, thumbprint, login_id, factor_due_at, mac`,
    [deviceId, time, time - deviceTimes.sessionIdle, time - deviceTimes.sessionWhole, thumbprint],
  )
  if (!row) return { session: undefined, waiting: undefined }
  assertRow(keys, 'sessions', row)
  const found = { id: row.id, userId: row.user_id, createdAt: Number(row.created_at), loginId: row.login_id }
  if (row.factor_due_at === null) return { session: found, waiting: undefined }
  return { session: undefined, waiting: Number(row.factor_due_at) > time ? found : undefined }
}

type NewSession = {
  readonly deviceId: string
  readonly userId: string
  readonly thumbprint: string
  readonly loginId: string
  /** Adopted from another page of this browser: ends an hour from now, and is never a fresh login. */
  readonly isShared?: boolean | undefined
  /** It waits for the second factor. */
  readonly needsFactor?: boolean | undefined
  /** When the user authenticated, if not now: milliseconds since the epoch. */
  readonly since?: number | undefined
}

/** Logs a user in on a device, replacing any other session there. Binds it to the key if the browser keeps it. */
export async function startSession(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { deviceId, userId, thumbprint, loginId, isShared = false, since, needsFactor = false }: NewSession,
): Promise<Session> {
  const time = now()
  const [key] = await client.query<{ is_kept: boolean }>(
    'SELECT is_kept FROM device_keys WHERE device_id = $1 AND thumbprint = $2',
    [deviceId, thumbprint],
  )
  const bound = key?.is_kept ? thumbprint : null
  // sessions end by the time of their login
  const createdAt = isShared ? time - deviceTimes.sessionWhole + deviceTimes.sessionShared : (since ?? time)
  const row = {
    device_id: deviceId,
    id: randomBytes(16).toString('hex'),
    user_id: userId,
    created_at: createdAt,
    thumbprint: bound,
    login_id: loginId,
    factor_due_at: needsFactor ? time + factorWait : null,
  }
  await endSession(client, deviceId)
  await client.query('INSERT INTO sessions VALUES ($1, $2, $3, $4, $8, $5, $6, $7, $9)', [
    ...[deviceId, row.id, userId, createdAt],
    toRowMac(keys, 'sessions', row),
    ...[bound, loginId, time, row.factor_due_at],
  ])
  return { id: row.id, userId, createdAt, loginId }
}

/** Turns a login that waits for its second factor into a session. Returns false if it has ended. */
export async function admitSession(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { deviceId, id }: { readonly deviceId: string; readonly id: string },
): Promise<boolean> {
  const [row] = await query<SessionRow>(
    'SELECT * FROM sessions WHERE device_id = $1 AND id = $2 AND factor_due_at IS NOT NULL FOR UPDATE',
    [deviceId, id],
  )
  if (!row) return false
  assertRow(keys, 'sessions', row)
  const admitted = { ...row, factor_due_at: null }
  const mac = toRowMac(keys, 'sessions', admitted)
  await query('UPDATE sessions SET factor_due_at = NULL, mac = $2 WHERE device_id = $1', [deviceId, mac])
  return true
}

/** Attributes sessions of a login to another one of the same user. */
export async function moveSessions(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { userId, from, to }: { readonly userId: string; readonly from: string; readonly to: string },
): Promise<void> {
  const rows = await query<SessionRow>('SELECT * FROM sessions WHERE user_id = $1 AND login_id = $2 FOR UPDATE', [
    userId,
    from,
  ])
  for (const row of rows) {
    assertRow(keys, 'sessions', row)
    const moved = { ...row, login_id: to }
    const mac = toRowMac(keys, 'sessions', moved)
    await query('UPDATE sessions SET login_id = $2, mac = $3 WHERE device_id = $1', [row.device_id, to, mac])
  }
}

export async function endSession({ query }: Queryable, deviceId: string): Promise<void> {
  await query('DELETE FROM sessions WHERE device_id = $1', [deviceId])
  await query('DELETE FROM unlocks WHERE device_id = $1', [deviceId])
  await query("UPDATE approvals SET state = 'ended' WHERE device_id = $1 AND state = 'open'", [deviceId])
  await query(
    "UPDATE login_attempts SET stage = 'ended' WHERE device_id = $1 AND stage IN ('open', 'asked', 'answered')",
    [deviceId],
  )
  await query("DELETE FROM challenges WHERE device_id = $1 AND user_id IS NOT NULL AND state = 'open'", [deviceId])
}

/**
 * Ends all sessions and forgets all devices, so that everybody needs a mailed link and a code again: for the day cookies may have leaked.
 * The browsers of guests stay: nothing else opens their wallets.
 */
export async function revokeSessions({
  query,
}: Queryable): Promise<{ readonly sessions: number; readonly devices: number }> {
  const { length: sessions } = await query('DELETE FROM sessions RETURNING 1')
  await query("UPDATE approvals SET state = 'ended' WHERE state = 'open'")
  await query("DELETE FROM challenges WHERE state IN ('open', 'sending', 'replaced')")
  for (const table of ['unlocks', 'unlock_requests', 'device_keys', 'login_attempts', 'passkey_ceremonies'])
    await query(`DELETE FROM ${table}`)
  await query("DELETE FROM device_users WHERE user_id NOT IN (SELECT user_id FROM logins WHERE provider = 'guest')")
  const { length: devices } = await query(
    'DELETE FROM devices WHERE id NOT IN (SELECT device_id FROM device_users) RETURNING 1',
  )
  return { sessions, devices }
}
