import type { Queryable } from '@latchkey/server-kit/database'
import type { SignedStatement } from '../../protocol/statement.js'
import { assertRow } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import type { Requester } from '../mail/emails.js'
import { type DeviceRow, deviceTimes, toCredentialHash } from './device.js'
import { findSessions, type Session } from './session.js'
import type { VerifiedStatement } from './statement.js'

/** A call of a known device. */
export type Call = {
  readonly custody: Custody
  readonly caller: Caller
  readonly ip: string
  readonly requester: Requester
  /** Aborted when the caller has gone away. */
  readonly signal: AbortSignal
}

/** The caller of a method. */
export type Caller = {
  readonly deviceId: string
  readonly thumbprint: string
  readonly project: string
  readonly origin: string
  /** The called method. */
  readonly method: string
  /** The call as the device has signed it. */
  readonly signed: SignedStatement
  /** Whether the session was resumed by a token: restricted to actions that don't outlive the session. */
  readonly isResumed: boolean
  readonly session: Session | undefined
  /** A login that waits for its second factor. */
  readonly waiting: Session | undefined
}

type Found = DeviceRow & {
  readonly key_mac: Buffer
  readonly is_resumed: boolean
  readonly is_kept: boolean
}

/** Finds the device by its cookie and an enrolled key, or by the key alone if the device has no cookie. Throws `NO_DEVICE`. */
export async function findCaller(
  custody: Custody,
  client: Queryable,
  {
    statement: { method, project, origin, thumbprint, signed },
    credential,
  }: { readonly statement: VerifiedStatement; readonly credential: string | undefined },
): Promise<Caller> {
  const { keys, now } = custody
  const time = now()
  // a device without a cookie may still send one
  const rows = await client.query<Found>(
    `UPDATE device_keys AS key SET active_until = $5
     FROM devices AS device
     WHERE device.id = key.device_id AND key.thumbprint = $1 AND key.active_until > $6
       AND device.project = $2 AND device.origin = $3
       AND (device.credential_hash = $4 OR device.credential_hash IS NULL)
     RETURNING device.*, key.mac AS key_mac, key.is_resumed, key.is_kept`,
    [...[thumbprint, project, origin, toCredentialHash(keys, credential)], ...[time + deviceTimes.keyActive, time]],
  )
  const row = rows.find(({ credential_hash }) => credential_hash !== null) ?? rows[0]
  if (!row) throw new CallError('This device isn’t registered.', { code: 'NO_DEVICE' })
  assertRow(keys, 'devices', row)
  const { id: deviceId, is_resumed: isResumed, is_kept } = row
  assertRow(keys, 'device_keys', { device_id: deviceId, thumbprint, is_resumed: isResumed, is_kept, mac: row.key_mac })
  const { session, waiting } = await findSessions(custody, client, { deviceId, thumbprint })
  return { deviceId, thumbprint, project, origin, method, signed, isResumed, session, waiting }
}

/** Returns the user of the session. Throws `NO_SESSION`. */
export function getUserId({ session }: Caller): string {
  if (!session) throw new CallError('You aren’t logged in.', { code: 'NO_SESSION' })
  return session.userId
}

/** Returns the user of a session that no app page has held a resume token of. Throws `NO_SESSION` and `RESUMED`. */
export function getTrustedUserId(caller: Caller): string {
  const userId = getUserId(caller)
  if (caller.isResumed) throw new CallError('Sign in again to do this', { code: 'RESUMED' })
  return userId
}
