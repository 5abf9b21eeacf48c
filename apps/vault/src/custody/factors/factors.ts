import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { base32crockford } from '@scure/base'
import { Secret, TOTP } from 'otpauth'
import type { FactorKind } from '../../protocol/factor.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { seal, toMac, unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { listPasskeys } from '../passkeys/passkey.js'
import { changeUser, getUserRow } from '../users/user.js'

/** A user's secret for one-time codes. [RFC 6238] */
export type TotpRow = {
  readonly user_id: string
  readonly id: string
  readonly secret: Buffer
  /** `open` until its first code has confirmed it; it counts from then on. */
  readonly state: 'open' | 'confirmed'
  /** The time step of the last code that was used. No code of it, or of an earlier one, works again. */
  readonly last_step: string
  readonly created_at: string
  readonly mac: Buffer
}

type Keyed = Pick<Custody, 'keys'>

type Named = Pick<Custody, 'keys' | 'instance'>

/** Defaults of RFC 6238 and of every authenticator app: `period` in seconds. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Bytes: the length of the hash. [RFC 4226 §4] */
const secretSize = 20

/** Steps by which the clock of the user's phone may differ. */
const drift = 1

/** The second factors of a user: since when they need one, and the kinds of which each will do. */
export type Factors = { readonly since: number; readonly kinds: readonly FactorKind[] }

/**
 * Finds the second factors of which a user must present one after a login; undefined if none is required. The
 * requirement is part of the user's row, so a factor that is missing in the database is an error, not a bypass.
 */
export async function findFactors(custody: Named, client: Queryable, userId: string): Promise<Factors | undefined> {
  const { factors_since, passkey_factor_since } = await getUserRow(custody, client, userId)
  if (factors_since === null) return undefined
  const totp = await findTotp(custody, client, userId)
  const hasPasskey = passkey_factor_since !== null && (await listPasskeys(custody, client, userId)).length > 0
  const kinds: readonly FactorKind[] = [
    ...(totp?.state === 'confirmed' ? (['totp'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ]
  if (kinds.length === 0) throw new Error('A second factor was removed from outside.')
  return { since: Number(factors_since), kinds }
}

export async function findTotp(
  { keys }: Keyed,
  { query }: Queryable,
  userId: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<TotpRow | undefined> {
  const [row] = await query<TotpRow>(`SELECT * FROM totp_factors WHERE user_id = $1${isLocked ? ' FOR UPDATE' : ''}`, [
    userId,
  ])
  if (row) assertRow(keys, 'totp_factors', row)
  return row
}

/** Creates a secret, which replaces one that was never confirmed. It is base32, as authenticator apps take it. */
export async function createTotp(
  { keys, instance, now }: Pick<Custody, 'keys' | 'instance' | 'now'>,
  { query }: Queryable,
  userId: string,
): Promise<string> {
  const secret = new Secret({ buffer: Uint8Array.from(randomBytes(secretSize)).buffer })
  const id = randomBytes(16).toString('hex')
  const row = {
    user_id: userId,
    id,
    secret: seal(keys.email, { plain: secret.bytes, place: ['totp', instance, id] }),
    state: 'open',
    last_step: 0,
    created_at: now(),
  }
  await query(
    `INSERT INTO totp_factors (user_id, id, secret, state, last_step, created_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (user_id) DO UPDATE SET id = $2, secret = $3, state = $4, last_step = $5, created_at = $6, mac = $7`,
    [...Object.values(row), toRowMac(keys, 'totp_factors', row)],
  )
  return secret.base32
}

/** The URI of a QR code for authenticator apps. `account` tells several wallets apart there. [Key Uri Format] */
export function toTotpUri({
  secret,
  issuer,
  account,
}: Readonly<Record<'secret' | 'issuer' | 'account', string>>): string {
  // a colon separates the two
  const plain = (text: string): string => text.replaceAll(':', ' ')
  return new TOTP({ ...totp, issuer: plain(issuer), label: plain(account), secret }).toString()
}

/** The time step that a code belongs to: the current one, or one before or after it. Null if it is wrong. [RFC 6238 §5.2] */
export function findStep(
  { keys, instance, now }: Pick<Custody, 'keys' | 'instance' | 'now'>,
  { id, secret: sealed }: TotpRow,
  code: string,
): number | null {
  const bytes = unseal(keys.email, { sealed, place: ['totp', instance, id] })
  const generator = new TOTP({ ...totp, secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }) })
  bytes.fill(0)
  const timestamp = now()
  const delta = generator.validate({ token: code, timestamp, window: drift })
  return delta === null ? null : Math.floor(timestamp / 1_000 / totp.period) + delta
}

/** Stores which code was used last, or that the secret is confirmed. The row has to be locked. */
export async function changeTotp(
  { keys }: Keyed,
  { query }: Queryable,
  { row, ...change }: { readonly row: TotpRow; readonly state?: 'confirmed'; readonly last_step: number },
): Promise<void> {
  const next = { ...row, ...change }
  await query('UPDATE totp_factors SET state = $2, last_step = $3, mac = $4 WHERE user_id = $1', [
    ...[row.user_id, next.state, next.last_step],
    toRowMac(keys, 'totp_factors', next),
  ])
}

/** Removes all second factors of a user, with the codes and the limit that belong to them. */
export async function removeFactors(custody: Keyed, client: Queryable, userId: string): Promise<void> {
  for (const table of ['totp_factors', 'backup_codes', 'factor_losses'])
    await client.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
  await changeUser(custody, client, { userId, factors_since: null, passkey_factor_since: null, step_up_above: null })
}

/** Removes one kind of second factor, and all that belongs to them with the last kind. Returns whether another kind stays. */
export async function removeFactor(
  custody: Keyed,
  client: Queryable,
  { userId, kind }: { readonly userId: string; readonly kind: FactorKind },
): Promise<boolean> {
  const { passkey_factor_since } = await getUserRow(custody, client, userId)
  const totp = await findTotp(custody, client, userId)
  const stays = kind === 'totp' ? passkey_factor_since !== null : totp?.state === 'confirmed'
  if (!stays) await removeFactors(custody, client, userId)
  else if (kind === 'totp') await client.query('DELETE FROM totp_factors WHERE user_id = $1', [userId])
  else await changeUser(custody, client, { userId, passkey_factor_since: null })
  return stays
}

/**
 * Removes second factors that were added since a time, in milliseconds since the epoch, and passkeys as one if the user has none left. A
 * kind that was added to another one stays: that took the other one.
 */
export async function removeFactorsSince(
  custody: Named,
  client: Queryable,
  { userId, since }: { readonly userId: string; readonly since: number },
): Promise<void> {
  const { factors_since, passkey_factor_since } = await getUserRow(custody, client, userId)
  if (factors_since === null) return
  if (Number(factors_since) >= since) await removeFactors(custody, client, userId)
  else if (passkey_factor_since !== null && (await listPasskeys(custody, client, userId)).length === 0)
    await removeFactor(custody, client, { userId, kind: 'passkey' })
}

/**
 * Throws `NOT_ALLOWED` for the last passkey of a user whose passkeys are a second factor, as the link of a notice can
 * remove passkeys.
 */
export async function assertNotLastFactor(
  custody: Named,
  client: Queryable,
  { userId, passkeyId }: { readonly userId: string; readonly passkeyId: string },
): Promise<void> {
  const { passkey_factor_since } = await getUserRow(custody, client, userId)
  if (passkey_factor_since === null) return
  const others = (await listPasskeys(custody, client, userId)).filter(({ id }) => id !== passkeyId)
  if (others.length === 0)
    throw new CallError('This passkey is your second factor. Turn that off first, or add another passkey.', {
      code: 'NOT_ALLOWED',
    })
}

/** Number of backup codes in each list that a user gets. */
const backupCodes = 10

/** 50 bits, as ten letters and digits. */
const backupSize = 10

/** Replaces a user's backup codes. They are shown once, and only their hashes are stored. `factorId`: with which factor they came. */
export async function createBackupCodes(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { userId: user_id, factorId: factor_id }: { readonly userId: string; readonly factorId: string },
): Promise<readonly string[]> {
  await query('DELETE FROM backup_codes WHERE user_id = $1', [user_id])
  const codes = Array.from({ length: backupCodes }, () => base32crockford.encode(randomBytes(8)).slice(0, backupSize))
  for (const code of codes) {
    const row = { code_hash: toBackupHash({ keys }, { userId: user_id, code }), user_id, factor_id, created_at: now() }
    await query(
      'INSERT INTO backup_codes (code_hash, user_id, factor_id, created_at, mac) VALUES ($1, $2, $3, $4, $5)',
      [...Object.values(row), toRowMac(keys, 'backup_codes', row)],
    )
  }
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/**
 * Parses a typed backup code: spaces, dashes and case don't matter, O counts as 0, I and L as 1. Returns null if it is
 * invalid.
 */
export function parseBackupCode(text: string): string | null {
  const letters = text.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters) ? letters : null
}

export function toBackupHash(
  { keys }: Keyed,
  { userId, code }: { readonly userId: string; readonly code: string },
): Buffer {
  return toMac(keys.tokens, ['backup code', userId, code])
}

export async function countBackupCodes({ query }: Queryable, userId: string): Promise<number> {
  return (await query('SELECT 1 FROM backup_codes WHERE user_id = $1', [userId])).length
}
