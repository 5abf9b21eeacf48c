import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyView } from '../api.js'
import { appendLog } from './audit.js'
import { assertMac, type StoreContext, toMac } from './database.js'
import { ConsoleError } from './errors.js'
import { assertPasskeys, findOperator, type Operator } from './operators.js'
import type { Session } from './sessions.js'

export type PasskeyContext = StoreContext & { readonly publicUrl: URL }

/** Milliseconds for a ceremony: finding a device and touching it. */
export const ceremonyTime = 300_000

export type CeremonyKind = 'sign-in' | 'add' | 'single-sign-on'

type PasskeyRow = {
  readonly id: string
  readonly operator_id: string
  readonly name: string
  readonly public_key: Buffer
  readonly counter: string
  readonly is_synced: boolean
  readonly created_at: string
  readonly used_at: string | null
  readonly mac: Buffer
}

/** Stores the challenge that a browser has to sign. The token goes into a cookie, so that only this browser can finish. */
export async function beginCeremony(
  { database, secret, now }: StoreContext,
  { kind, challenge }: { readonly kind: CeremonyKind; readonly challenge: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.query('INSERT INTO ceremonies VALUES ($1, $2, $3, $4)', [
    toMac(secret, 'ceremony', [token]),
    kind,
    challenge,
    now() + ceremonyTime,
  ])
  return token
}

/** Returns and deletes the challenge of the browser with this token. Throws `PASSKEY_REFUSED`. */
export async function endCeremony(
  { database, secret, now }: StoreContext,
  { kind, token }: { readonly kind: CeremonyKind; readonly token: string | undefined },
): Promise<string> {
  const [row] = await database.query<{ challenge: string; expires_at: string }>(
    'DELETE FROM ceremonies WHERE token_hash = $1 AND kind = $2 RETURNING challenge, expires_at',
    [toMac(secret, 'ceremony', [token ?? '']), kind],
  )
  if (!row || Number(row.expires_at) <= now())
    throw new ConsoleError('That took too long, or was already answered. Try again.', { code: 'PASSKEY_REFUSED' })
  return row.challenge
}

type Person = { readonly name: string; readonly id?: string | undefined }

/** Options with which a browser creates a passkey. It stores the name, and asks for a fingerprint, face or PIN. */
export async function createAddOptions(
  { database, publicUrl }: PasskeyContext,
  { name, id }: Person,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await database.query<{ id: string }>('SELECT id FROM passkeys WHERE operator_id = $1', [id ?? ''])
  return generateRegistrationOptions({
    rpName: 'Latchkey console',
    rpID: publicUrl.hostname,
    userName: name,
    userDisplayName: name,
    // the same for all passkeys of an operator, so that a device keeps only one
    userID: new Uint8Array(createHash('sha256').update(name).digest()),
    timeout: ceremonyTime,
    attestationType: 'none',
    excludeCredentials: [...known],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export type NewPasskey = {
  readonly id: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly isSynced: boolean
}

/** Verifies a new passkey. Throws `PASSKEY_REFUSED`. */
export async function verifyNewPasskey(
  { publicUrl }: PasskeyContext,
  { response, challenge }: { readonly response: RegistrationResponseJSON; readonly challenge: string },
): Promise<NewPasskey> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: publicUrl.origin,
    expectedRPID: publicUrl.hostname,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw refused(cause)
  })
  if (!verified.verified) throw refused()
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    id: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    isSynced: credentialBackedUp,
  }
}

/** Stores a passkey of an operator. */
export async function storePasskey(
  context: StoreContext,
  client: Queryable,
  { operator, name, passkey }: { readonly operator: Operator; readonly name: string; readonly passkey: NewPasskey },
): Promise<void> {
  const { secret, now } = context
  assertPasskeys(operator)
  const publicKey = Buffer.from(passkey.publicKey)
  const made = await client.query(
    'INSERT INTO passkeys VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, $8) ON CONFLICT (id) DO NOTHING RETURNING 1',
    [
      ...[passkey.id, operator.id, name, publicKey, passkey.counter, passkey.isSynced, now()],
      toMac(secret, 'passkeys', [passkey.id, operator.id, publicKey]),
    ],
  )
  if (made.length === 0)
    throw new ConsoleError('This passkey is already registered. Use another device.', { code: 'PASSKEY_REFUSED' })
  await appendLog(context, client, {
    event: 'passkey.added',
    operator: operator.name,
    passkey: toShort(passkey.id),
    name,
  })
}

/** Options with which a browser proves any of its passkeys. */
export function createSignInOptions({ publicUrl }: PasskeyContext): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: publicUrl.hostname,
    timeout: ceremonyTime,
    userVerification: 'required',
  })
}

/**
 * Verifies a sign-in and returns the passkey's operator. Throws `PASSKEY_REFUSED`, also if the passkey's counter did not grow, which means
 * that it was copied and the copy was used. Throws `SINGLE_SIGN_ON` for an operator who signs in at the identity provider.
 */
export async function verifySignIn(
  context: PasskeyContext,
  { response, challenge }: { readonly response: AuthenticationResponseJSON; readonly challenge: string },
): Promise<Operator> {
  const { database, secret, publicUrl, now } = context
  const [row] = await database.query<PasskeyRow>('SELECT * FROM passkeys WHERE id = $1', [response.id])
  if (!row) throw await refuse(context, 'unknown passkey')
  assertMac(secret, 'passkeys', [row.id, row.operator_id, row.public_key], row.mac)
  const operator = await findOperator(context, database, row.operator_id)
  if (!operator) throw await refuse(context, 'removed operator')
  if (operator.isSingleSignOn) await refuse(context, 'single sign-on only')
  assertPasskeys(operator)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: publicUrl.origin,
    expectedRPID: publicUrl.hostname,
    // compared below, in the database: two sign-ins at once can't both pass
    credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch(async (cause: unknown) => {
    throw await refuse(context, 'not verified', cause)
  })
  if (!verified) throw await refuse(context, 'not verified')
  // passkeys that are synchronized don't count, and always say 0
  const used = await database.query(
    'UPDATE passkeys SET counter = $2, used_at = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING 1',
    [row.id, authenticationInfo.newCounter, now()],
  )
  if (used.length > 0) return operator
  await database.inTransaction((client) =>
    appendLog(context, client, { event: 'passkey.copied', operator: operator.name, passkey: toShort(row.id) }),
  )
  throw new ConsoleError('This passkey was copied to another device. Remove it, and use another one.', {
    code: 'PASSKEY_REFUSED',
  })
}

async function refuse(context: StoreContext, why: string, cause?: unknown): Promise<ConsoleError> {
  await context.database.inTransaction((client) =>
    appendLog(context, client, { event: 'signIn.refused', operator: '-', why }),
  )
  return refused(cause)
}

const refused = (cause?: unknown): ConsoleError =>
  new ConsoleError('This passkey could not be verified. Try again, or use another one.', {
    code: 'PASSKEY_REFUSED',
    cause,
  })

export async function listPasskeys({ database }: StoreContext, operator: Operator): Promise<readonly PasskeyView[]> {
  const rows = await database.query<PasskeyRow>(
    'SELECT * FROM passkeys WHERE operator_id = $1 ORDER BY created_at, id',
    [operator.id],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: Number(row.created_at),
    ...(row.used_at !== null && { usedAt: Number(row.used_at) }),
    isSynced: row.is_synced,
  }))
}

export async function renamePasskey(
  context: StoreContext,
  { operator, id, name }: { readonly operator: Operator; readonly id: string; readonly name: string },
): Promise<void> {
  await context.database.inTransaction(async (client) => {
    const changed = await client.query('UPDATE passkeys SET name = $3 WHERE id = $1 AND operator_id = $2 RETURNING 1', [
      id,
      operator.id,
      name,
    ])
    if (changed.length === 0) throw noPasskey()
    await appendLog(context, client, {
      event: 'passkey.renamed',
      operator: operator.name,
      passkey: toShort(id),
      name,
    })
  })
}

/**
 * Removes a passkey of the session's operator, and ends their other sessions: its device may be lost while it is signed in. Throws
 * `LAST_PASSKEY` if they could no longer sign in without it.
 */
export async function removePasskey(
  context: StoreContext,
  { session: { operator, tokenHash }, id }: { readonly session: Session; readonly id: string },
): Promise<void> {
  await context.database.inTransaction(async (client) => {
    // both of two removals at once would leave none
    const rows = await client.query<{ id: string }>('SELECT id FROM passkeys WHERE operator_id = $1 FOR UPDATE', [
      operator.id,
    ])
    if (!rows.some((row) => row.id === id)) throw noPasskey()
    if (rows.length === 1 && !operator.isSingleSignOn)
      throw new ConsoleError('This is your last passkey. Add another one first.', { code: 'LAST_PASSKEY' })
    await client.query('DELETE FROM passkeys WHERE id = $1', [id])
    await client.query('DELETE FROM sessions WHERE operator_id = $1 AND token_hash <> $2', [operator.id, tokenHash])
    await appendLog(context, client, { event: 'passkey.removed', operator: operator.name, passkey: toShort(id) })
  })
}

const noPasskey = (): ConsoleError =>
  new ConsoleError('You have no such passkey any more. Reload the list.', { code: 'NOT_FOUND' })

/** Enough of an id to find it in the log. */
const toShort = (id: string): string => id.slice(0, 12)
