import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { Factor } from '../../protocol/account.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { openBy, sealTo, toPrivateKey } from '../crypto/sealTo.js'
import type { Custody } from '../custody.js'
import { type Caller, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { sealForProcesses } from '../keys/ownProcess.js'

/** Milliseconds for which a sealed wallet signs after it was unlocked. */
const unlockTime = 900_000

/**
 * 32 bytes that wrap a sealed wallet's data key, inside custody's wrap. Stored only encrypted to its owner's factors.
 */
export type UserKey = Buffer

/** Derives the key pair of a printed code or passkey: values sealed to its public half open with the factor alone. */
export function toFactorKey({ instance }: Pick<Custody, 'instance'>, value: string, userId: string): KeyObject {
  const secret = Buffer.from(value, 'base64url')
  const info = `latchkey/custody/1/factor/${instance}`
  return toPrivateKey(Buffer.from(hkdfSync('sha256', secret, Buffer.from(userId), info, 32)))
}

type SealRow = {
  readonly id: string
  readonly user_id: string
  readonly kind: string
  readonly credential: string | null
  readonly sealed_key: Buffer
  readonly created_at: string
  readonly mac: Buffer
}

/** Opens the user key with a factor. Throws `CODE_WRONG` if it isn't one of this wallet's. */
export async function findUserKey(
  custody: Custody,
  { query }: Queryable,
  { userId, value }: { readonly userId: string; readonly value: string },
): Promise<UserKey> {
  const rows = await query<SealRow>('SELECT * FROM seals WHERE user_id = $1', [userId])
  const key = toFactorKey(custody, value, userId)
  for (const row of rows) {
    assertRow(custody.keys, 'seals', row)
    try {
      return openBy(key, { sealed: row.sealed_key, place: ['user key', custody.instance, userId, row.id] })
    } catch {
      // sealed to another factor
    }
  }
  throw new CallError('This doesn’t unlock the wallet. Check the code.', { code: 'CODE_WRONG' })
}

export type NewFactor = {
  readonly userId: string
  readonly userKey: UserKey
  readonly kind: Factor['kind']
  readonly credential: string | null
  readonly publicKey: Uint8Array
  /** Milliseconds since the epoch. Default: now. */
  readonly createdAt?: number | undefined
}

/** Adds a factor that unlocks the wallet. */
export async function insertFactor(
  custody: Pick<Custody, 'keys' | 'instance' | 'now'>,
  { query }: Queryable,
  { userId, userKey, kind, credential, publicKey, createdAt = custody.now() }: NewFactor,
): Promise<void> {
  const id = randomBytes(16).toString('hex')
  const sealed_key = sealTo(publicKey, { plain: userKey, place: ['user key', custody.instance, userId, id] })
  const row = { id, user_id: userId, kind, credential, sealed_key, created_at: createdAt }
  await query('INSERT INTO seals VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    ...Object.values(row),
    toRowMac(custody.keys, 'seals', row),
  ])
}

/** Throws `LOCKED` if the wallet was not unlocked with this key of this device, in this session. */
export async function openUserKey(
  { now, process, publicUrl }: Pick<Custody, 'now' | 'process' | 'publicUrl'>,
  { query }: Queryable,
  caller: Caller,
): Promise<UserKey> {
  const [row] = await query<{ sealed: Buffer; valid_until: string }>(
    `SELECT sealed, valid_until FROM unlocks WHERE ${ofCaller} AND valid_until > $5 AND process_id = $6`,
    [...toValues(caller), now(), process.id],
  )
  if (!row)
    throw new CallError(`Your wallet is locked. Unlock it in this browser first, or see ${publicUrl}/account.`, {
      code: 'LOCKED',
    })
  return process.open(row.sealed, [...toValues(caller), row.valid_until])
}

const ofCaller = 'user_id = $1 AND device_id = $2 AND session_id = $3 AND thumbprint = $4'

/** The owner of an unlock: it is of no use to anybody else, even if the row is moved in the database. */
function toValues(caller: Caller): readonly string[] {
  return [getUserId(caller), caller.deviceId, caller.session?.id ?? '', caller.thumbprint]
}

/** Until when the wallet signs for this device; undefined if it is locked. */
export async function findUnlock(
  { now }: Pick<Custody, 'now'>,
  { query }: Queryable,
  caller: Caller,
): Promise<number | undefined> {
  const [row] = await query<{ valid_until: string }>(
    `SELECT valid_until FROM unlocks WHERE ${ofCaller} AND valid_until > $5 LIMIT 1`,
    [...toValues(caller), now()],
  )
  return row && Number(row.valid_until)
}

/** Lets every custody process that is running now sign for 15 minutes, for the device that presented the factor and no other. */
export async function unlock(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { caller, userKey }: { readonly caller: Caller; readonly userKey: UserKey },
): Promise<number> {
  const until = now() + unlockTime
  const values = toValues(caller)
  const sealed = await sealForProcesses(client, { keys, plain: userKey, place: [...values, String(until)] })
  await client.query('DELETE FROM unlocks WHERE device_id = $1 AND thumbprint = $2', [
    caller.deviceId,
    caller.thumbprint,
  ])
  for (const { id, sealed: bytes } of sealed)
    await client.query(
      `INSERT INTO unlocks (user_id, device_id, session_id, thumbprint, process_id, sealed, valid_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [...values, id, bytes, until],
    )
  return until
}

/** Ends every unlock of a user, on all devices. */
export async function lock({ query }: Queryable, userId: string): Promise<void> {
  await query('DELETE FROM unlocks WHERE user_id = $1', [userId])
}
