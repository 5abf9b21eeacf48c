import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { DeviceKey } from '../../protocol/statement.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { type Place, seal, unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'

/** A passkey that opens a wallet. */
export type PasskeyRow = {
  readonly id: string
  readonly user_id: string
  readonly project: string
  /** Its id in WebAuthn, base64url. */
  readonly credential: string
  /** The user's name for it, sealed. */
  readonly name: Buffer
  /** COSE. [RFC 9052] */
  readonly public_key: Buffer
  /** COSE algorithm: -7 for ES256. */
  readonly algorithm: number
  /** Signatures so far; always 0 for one that doesn't count. */
  readonly counter: string
  /** The transports by which the browser reaches it, separated by commas. */
  readonly transports: string
  readonly is_syncable: boolean
  readonly is_synced: boolean
  readonly created_at: string
  readonly used_at: string | null
  readonly mac: Buffer
}

/** A passkey as other parts of custody see it. Times are milliseconds since the epoch. */
export type Passkey = {
  readonly id: string
  readonly userId: string
  /** Its id in WebAuthn, base64url. */
  readonly credential: string
  readonly name: string
  /** COSE algorithm: -7 for ES256. */
  readonly algorithm: number
  /** Coordinates of its public key, if it signs with ES256 on P-256. */
  readonly publicKey: DeviceKey | undefined
  readonly transports: readonly string[]
  readonly isSynced: boolean
  readonly createdAt: number
  readonly usedAt: number | undefined
}

/** A passkey that a browser has just created. */
export type NewPasskey = Pick<
  PasskeyRow,
  'credential' | 'public_key' | 'algorithm' | 'transports' | 'is_syncable' | 'is_synced'
> & { readonly counter: number }

/** Passkeys of one user. */
const maxPasskeys = 20

/** Characters of a passkey's name. */
export const maxNameLength = 60

type PasskeyToAdd = {
  readonly userId: string
  readonly project: string
  readonly name: string
  readonly passkey: NewPasskey
}

/** Adds a passkey to a user, in the caller's transaction, and returns its id. Throws `LOGIN_TAKEN` and `NOT_ALLOWED`. */
export async function addPasskey(
  custody: Pick<Custody, 'keys' | 'instance' | 'now'>,
  { query }: Queryable,
  { userId, project, name, passkey }: PasskeyToAdd,
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  const row = { id, user_id: userId, project, ...passkey, created_at: custody.now() }
  const [{ count } = { count: 0 }] = await query<{ count: number }>(
    'SELECT count(*)::int AS count FROM passkeys WHERE user_id = $1',
    [userId],
  )
  if (count >= maxPasskeys)
    throw new CallError(`Your wallet has ${maxPasskeys} passkeys. Remove one first.`, { code: 'NOT_ALLOWED' })
  const all = { ...row, name: sealName(custody, { id, name }), mac: toRowMac(custody.keys, 'passkeys', row) }
  const names = Object.keys(all)
  const places = names.map((_, index) => `$${index + 1}`)
  const made = await query(
    `INSERT INTO passkeys (${names.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT (credential) DO NOTHING RETURNING 1`,
    Object.values(all),
  )
  if (made.length === 0) throw new CallError('This passkey already opens a wallet.', { code: 'LOGIN_TAKEN' })
  return id
}

/** Finds and locks a passkey of a project by its WebAuthn id. */
export async function lockPasskey(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { project, credential }: { readonly project: string; readonly credential: string },
): Promise<PasskeyRow | undefined> {
  const [row] = await query<PasskeyRow>('SELECT * FROM passkeys WHERE credential = $1 AND project = $2 FOR UPDATE', [
    ...[credential, project],
  ])
  if (row) assertRow(keys, 'passkeys', row)
  return row
}

/** Lists the passkeys of a user, the last used first. */
export async function listPasskeys(
  custody: Pick<Custody, 'keys' | 'instance'>,
  { query }: Queryable,
  userId: string,
): Promise<readonly Passkey[]> {
  const rows = await query<PasskeyRow>(
    'SELECT * FROM passkeys WHERE user_id = $1 ORDER BY coalesce(used_at, created_at) DESC, id',
    [userId],
  )
  return rows.map((row) => {
    assertRow(custody.keys, 'passkeys', row)
    return toPasskey(custody, row)
  })
}

export function toPasskey(custody: Pick<Custody, 'keys' | 'instance'>, row: PasskeyRow): Passkey {
  const name = unseal(custody.keys.email, { sealed: row.name, place: toNamePlace(custody, row.id) }).toString()
  return {
    id: row.id,
    userId: row.user_id,
    credential: row.credential,
    name,
    algorithm: row.algorithm,
    publicKey: toP256(row.public_key),
    transports: row.transports === '' ? [] : row.transports.split(','),
    isSynced: row.is_synced,
    createdAt: Number(row.created_at),
    usedAt: row.used_at === null ? undefined : Number(row.used_at),
  }
}

/** Records a use: the counter of a passkey, and whether it is synchronized now. */
export async function touchPasskey(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { row, counter, isSynced }: { readonly row: PasskeyRow; readonly counter: number; readonly isSynced: boolean },
): Promise<PasskeyRow> {
  const changed = { ...row, counter: String(counter), is_synced: isSynced, used_at: String(now()) }
  const mac = toRowMac(keys, 'passkeys', changed)
  await query('UPDATE passkeys SET counter = $2, is_synced = $3, used_at = $4, mac = $5 WHERE id = $1', [
    ...[row.id, counter, isSynced, changed.used_at, mac],
  ])
  return { ...changed, mac }
}

/** Returns false if the user has no such passkey. */
export async function renamePasskey(
  custody: Custody,
  { query }: Queryable,
  { userId, id, name }: { readonly userId: string; readonly id: string; readonly name: string },
): Promise<boolean> {
  const changed = await query('UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING 1', [
    ...[id, userId, sealName(custody, { id, name })],
  ])
  return changed.length > 0
}

/** The coordinates of a COSE key on P-256 for ES256; undefined for another key. [RFC 9053 §7.1] */
export function toP256(publicKey: Uint8Array): DeviceKey | undefined {
  const key = decodeCredentialPublicKey(new Uint8Array(publicKey))
  if (!cose.isCOSEPublicKeyEC2(key) || key.get(cose.COSEKEYS.alg) !== cose.COSEALG.ES256) return undefined
  const [x, y] = [key.get(cose.COSEKEYS.x), key.get(cose.COSEKEYS.y)]
  if (key.get(cose.COSEKEYS.crv) !== cose.COSECRV.P256 || x?.length !== 32 || y?.length !== 32) return undefined
  return { x: Buffer.from(x).toString('base64url'), y: Buffer.from(y).toString('base64url') }
}

/** The algorithm of a COSE key. [RFC 9052 §7.1] */
export function toAlgorithm(publicKey: Uint8Array): number {
  return decodeCredentialPublicKey(new Uint8Array(publicKey)).get(cose.COSEKEYS.alg) ?? 0
}

function toNamePlace({ instance }: Pick<Custody, 'instance'>, id: string): Place {
  return ['passkey name', instance, id]
}

function sealName(
  custody: Pick<Custody, 'keys' | 'instance'>,
  { id, name }: { readonly id: string; readonly name: string },
): Buffer {
  return seal(custody.keys.email, { plain: Buffer.from(name), place: toNamePlace(custody, id) })
}
