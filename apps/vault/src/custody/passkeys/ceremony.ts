import { createPublicKey, randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { toNetwork } from '@latchkey/server-kit/http'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyResponse, PasskeyUse } from '../../protocol/passkey.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Call } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { limits, takeSlots } from '../limits/limits.js'
import { announce } from '../notices/announce.js'
import { lockPasskey, type NewPasskey, type Passkey, toAlgorithm, toP256, toPasskey, touchPasskey } from './passkey.js'

/**
 * The only purpose that an assertion counts for. `own`: taking over the smart account; `sign`: a request for that
 * account; `factor`: the second factor of a call.
 */
export type CeremonyPurpose = PasskeyUse | 'own' | 'sign' | 'factor'

/** Milliseconds. */
const ceremonyTimes = {
  /** From the start until the browser's answer: finding a device, perhaps another one, and touching it. */
  whole: 300_000,
  /** The same response gets the same reply for this long, as it may have been lost. */
  repeat: 60_000,
} as const

/** In the order of preference: smart accounts verify ES256 on the chain. The others are Ed25519 and RSA. */
const algorithms = [-7, -8, -257]

type CeremonyRow = {
  readonly id: string
  readonly device_id: string
  readonly project: string
  readonly purpose: CeremonyPurpose
  readonly user_id: string | null
  /** The confirmed action, e.g. the digest of a request. */
  readonly subject: string | null
  readonly challenge_hash: Buffer
  readonly created_at: string
  readonly used_at: string | null
  readonly valid_until: string
  readonly mac: Buffer
}

type NewCeremony = {
  readonly purpose: CeremonyPurpose
  /** The user who has to respond; undefined if any user may. For a registration: the owner of the new passkey. */
  readonly userId?: string | undefined
  /** The confirmed action, e.g. the digest of a request. {@link verifyAssertion} takes the same. */
  readonly subject?: string | undefined
  /** 32 bytes to sign, e.g. the hash of an operation. Default: random. */
  readonly challenge?: Uint8Array | undefined
}

/** Stores the challenge that the browser of this device has to sign within five minutes. Throws `TOO_MANY`. */
async function insertCeremony(
  { custody, caller, ip }: Call,
  client: Queryable,
  { purpose, userId, subject, challenge = randomBytes(32) }: NewCeremony,
): Promise<{ readonly challenge: Uint8Array<ArrayBuffer>; readonly expiresAt: number }> {
  const now = custody.now()
  const slots = [
    { limit: limits.passkey, subject: Buffer.from(caller.deviceId) },
    { limit: limits.passkeyFrom, subject: toMac(custody.keys.tokens, ['network', toNetwork(ip)]) },
  ]
  await takeSlots(client, { slots, now })
  const row = {
    id: randomBytes(16).toString('hex'),
    device_id: caller.deviceId,
    project: caller.project,
    purpose,
    user_id: userId ?? null,
    subject: subject ?? null,
    challenge_hash: toChallengeHash(custody, Buffer.from(challenge).toString('base64url')),
    created_at: now,
    valid_until: now + ceremonyTimes.whole,
  }
  const all = { ...row, mac: toRowMac(custody.keys, 'passkey_ceremonies', row) }
  const names = Object.keys(all)
  const places = names.map((_, index) => `$${index + 1}`)
  await client.query(
    `INSERT INTO passkey_ceremonies (${names.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(all),
  )
  return { challenge: new Uint8Array(challenge), expiresAt: row.valid_until }
}

/** Any transport is allowed, so that a phone can answer for a computer. [WebAuthn §5.8.4] */
const toDescriptors = (passkeys: readonly Passkey[]): { id: string; transports: AuthenticatorTransportFuture[] }[] =>
  passkeys.map(({ credential, transports }) => ({
    id: credential,
    transports: transports as AuthenticatorTransportFuture[],
  }))

type Started<options> = { readonly options: options; readonly expiresAt: number }

/** Starts the use of a passkey: of one of `passkeys` or, without them, of any that the browser finds for the vault. */
export async function startAssertion(
  call: Call,
  client: Queryable,
  { passkeys = [], ...ceremony }: NewCeremony & { readonly passkeys?: readonly Passkey[] | undefined },
): Promise<Started<PublicKeyCredentialRequestOptionsJSON>> {
  const { challenge, expiresAt } = await insertCeremony(call, client, ceremony)
  const options = await generateAuthenticationOptions({
    rpID: toRpId(call.custody),
    challenge,
    timeout: ceremonyTimes.whole,
    userVerification: 'required',
    ...(passkeys.length > 0 && { allowCredentials: toDescriptors(passkeys) }),
  })
  return { options, expiresAt }
}

type NewRegistration = NewCeremony & {
  readonly userId: string
  /** As the browser lists it among the user's passkeys. */
  readonly userName: string
  /** The user's existing passkeys: an authenticator with one of them refuses to create another. */
  readonly passkeys: readonly Passkey[]
}

/** Starts the creation of a discoverable passkey. */
export async function startRegistration(
  call: Call,
  client: Queryable,
  { userName, passkeys, ...ceremony }: NewRegistration,
): Promise<Started<PublicKeyCredentialCreationOptionsJSON>> {
  const { custody, caller } = call
  const { challenge, expiresAt } = await insertCeremony(call, client, ceremony)
  const options = await generateRegistrationOptions({
    rpName: custody.projects.get(caller.project)?.name ?? caller.project,
    rpID: toRpId(custody),
    userID: new Uint8Array(Buffer.from(ceremony.userId, 'hex')),
    userName,
    userDisplayName: userName,
    challenge,
    timeout: ceremonyTimes.whole,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: toDescriptors(passkeys),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, expiresAt }
}

type Answered<response> = {
  readonly response: response
  readonly purpose: CeremonyPurpose
  readonly userId?: string | undefined
  readonly subject?: string | undefined
}

/**
 * Verifies a passkey that a browser has created, in the caller's transaction, and returns it with the user it was created for. Throws
 * `NO_LOGIN` if it wasn't asked for, not here, too long ago, or was used; `PASSKEY_REFUSED` if it isn't valid.
 */
export async function verifyRegistration(
  call: Call,
  client: Queryable,
  { response, ...wanted }: Answered<RegistrationResponseJSON>,
): Promise<{ readonly userId: string; readonly passkey: NewPasskey }> {
  const { custody } = call
  const { user, info } = await inCeremony(call, client, { response, ...wanted }, async ({ userId, challenge }) => {
    if (userId === null) throw new Error('A registration has no user.')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: new URL(custody.publicUrl).origin,
      expectedRPID: toRpId(custody),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch(refuse)
    if (!verified || !isWellFormed(registrationInfo.credential.publicKey)) throw toRefused()
    return { user: userId, info: registrationInfo }
  })
  const { credential, credentialDeviceType, credentialBackedUp } = info
  const transports = (credential.transports ?? []).filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 8)
  return {
    userId: user,
    passkey: {
      credential: credential.id,
      public_key: Buffer.from(credential.publicKey),
      algorithm: toAlgorithm(credential.publicKey),
      counter: credential.counter,
      transports: transports.join(','),
      is_syncable: credentialDeviceType === 'multiDevice',
      is_synced: credentialBackedUp,
    },
  }
}

/**
 * A passkey's signature and the signed data, as a contract would verify it. All base64url, as returned by the browser.
 */
export type Assertion = {
  readonly passkey: Passkey
  readonly authenticatorData: string
  readonly clientDataJSON: string
  /** DER for ES256. */
  readonly signature: string
}

/**
 * Verifies that a passkey of `userId`, or of any user, has signed this device's challenge for `purpose` and `subject`,
 * in the caller's transaction. It counts once. Throws `NO_LOGIN` if the challenge is unknown, another device's, expired
 * or used; `PASSKEY_UNKNOWN`; `OTHER_LOGIN` for another user's passkey; `PASSKEY_REFUSED` if the assertion is invalid,
 * or the passkey was copied, of which {@link reportingCopies} notifies the user.
 */
export async function verifyAssertion(
  call: Call,
  client: Queryable,
  { response, ...wanted }: Answered<AuthenticationResponseJSON>,
): Promise<Assertion> {
  return inCeremony(call, client, { response, ...wanted }, ({ challenge }) =>
    verifyResponse(call, client, { response, userId: wanted.userId, challenge }),
  )
}

type ResponseToVerify = {
  readonly response: AuthenticationResponseJSON
  readonly userId: string | undefined
  readonly challenge: string
}

async function verifyResponse(
  { custody, caller }: Call,
  client: Queryable,
  { response, userId, challenge }: ResponseToVerify,
): Promise<Assertion> {
  const row = await lockPasskey(custody, client, { project: caller.project, credential: response.id })
  if (!row)
    throw new CallError('This passkey doesn’t open a wallet here. Use another one, or create a new one.', {
      code: 'PASSKEY_UNKNOWN',
    })
  if (userId !== undefined && userId !== row.user_id)
    throw new CallError('This passkey isn’t one of this wallet.', { code: 'OTHER_LOGIN' })
  const { userHandle } = response.response
  if (userHandle !== undefined && userHandle !== Buffer.from(row.user_id, 'hex').toString('base64url'))
    throw toRefused()
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: new URL(custody.publicUrl).origin,
    expectedRPID: toRpId(custody),
    // the counter is compared below, under the row's lock: two at once can't both pass
    credential: { id: row.credential, publicKey: new Uint8Array(row.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch(refuse)
  if (!verified) throw toRefused()
  // a passkey that doesn't count always says 0 [WebAuthn §6.1.1]
  const last = Number(row.counter)
  if ((last > 0 || info.newCounter > 0) && info.newCounter <= last)
    throw new CopiedPasskeyError({ id: row.id, userId: row.user_id })
  const touched = await touchPasskey(custody, client, {
    row,
    counter: info.newCounter,
    isSynced: info.credentialBackedUp,
  })
  const { authenticatorData, clientDataJSON, signature } = response.response
  return { passkey: toPasskey(custody, touched), authenticatorData, clientDataJSON, signature }
}

/** Throws `INVALID_PARAMS` for a new passkey. */
export function toAssertion(response: PasskeyResponse): AuthenticationResponseJSON {
  if ('signature' in response.response) return { ...response, response: response.response }
  throw new CallError('Invalid request.', { code: 'INVALID_PARAMS' })
}

/** Verifies a response within its ceremony, and marks that as used. */
async function inCeremony<value>(
  { custody, caller }: Call,
  client: Queryable,
  { response, purpose, userId, subject }: Answered<RegistrationResponseJSON | AuthenticationResponseJSON>,
  verify: (ceremony: { readonly userId: string | null; readonly challenge: string }) => Promise<value>,
): Promise<value> {
  const { challenge, topOrigin } = readClientData(response.response.clientDataJSON)
  const now = custody.now()
  const [row] = await client.query<CeremonyRow>(
    `SELECT * FROM passkey_ceremonies
     WHERE challenge_hash = $1 AND device_id = $2 AND project = $3 AND purpose = $4 AND used_at IS NULL AND valid_until > $5
     ORDER BY created_at DESC LIMIT 1 FOR UPDATE`,
    [toChallengeHash(custody, challenge), caller.deviceId, caller.project, purpose, now],
  )
  if (!row) throw toExpired()
  assertRow(custody.keys, 'passkey_ceremonies', row)
  if (row.user_id !== (userId ?? row.user_id) || row.subject !== (subject ?? null)) throw toExpired()
  // the page around the frame, where the browser reports it [WebAuthn L3 §5.8.1]
  const origins = custody.projects.get(caller.project)?.origins ?? []
  if (topOrigin !== undefined && !origins.includes(topOrigin)) throw toRefused()
  // also if its row is restored
  const key = `ceremony ${row.id}`
  if (!custody.counts.take(key, { max: 1, until: Number(row.valid_until) })) throw toExpired()
  try {
    const verified = await verify({ userId: row.user_id, challenge })
    await client.query('UPDATE passkey_ceremonies SET used_at = $2 WHERE id = $1', [row.id, now])
    return verified
  } catch (cause) {
    custody.counts.free(key) // it can be answered again
    throw cause
  }
}

type Accepted = Pick<Answered<RegistrationResponseJSON | AuthenticationResponseJSON>, 'response' | 'purpose'>

/**
 * Runs `finish`, which ends a ceremony. If the response was already accepted on this device within a minute, returns
 * the result of `repeat` instead: the reply may have been lost, or the response was sent twice at once.
 */
export async function finishOnce<result>(
  call: Call,
  accepted: Accepted,
  { finish, repeat }: Readonly<{ finish: () => Promise<result>; repeat: () => Promise<result | undefined> }>,
): Promise<result> {
  try {
    return await finish()
  } catch (cause) {
    const isUsed = cause instanceof CallError && cause.code === 'NO_LOGIN'
    const reply = isUsed && (await wasAccepted(call, accepted)) ? await repeat() : undefined
    if (reply === undefined) throw cause
    return reply
  }
}

async function wasAccepted({ custody, caller }: Call, { response, purpose }: Accepted): Promise<boolean> {
  const { challenge } = readClientData(response.response.clientDataJSON)
  const rows = await custody.database.query(
    `SELECT 1 FROM passkey_ceremonies
     WHERE challenge_hash = $1 AND device_id = $2 AND project = $3 AND purpose = $4 AND used_at >= $5`,
    [
      ...[toChallengeHash(custody, challenge), caller.deviceId, caller.project, purpose],
      custody.now() - ceremonyTimes.repeat,
    ],
  )
  return rows.length > 0
}

/** Thrown for a passkey whose counter did not grow: it was copied, and one of the two has been used since. [WebAuthn §6.1.1] */
class CopiedPasskeyError extends CallError {
  readonly id: string
  readonly userId: string
  constructor({ id, userId }: { readonly id: string; readonly userId: string }) {
    super('This passkey was copied to another device. Use another login, and remove this one.', {
      code: 'PASSKEY_REFUSED',
    })
    this.id = id
    this.userId = userId
  }
}

/** Runs a call and, if it ends because a passkey was copied, records that and notifies the user, after its transaction. */
export async function reportingCopies<value>(
  { custody, caller, requester }: Call,
  work: () => Promise<value>,
): Promise<value> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof CopiedPasskeyError) {
      const { id, userId } = cause
      await custody.database.inTransaction(async (client) => {
        await announce(custody, client, {
          event: 'passkey.copied',
          project: caller.project,
          userId,
          requester,
          loginId: id,
          login: 'passkey',
        })
        await appendAudit(custody, client, {
          event: 'passkey.copied',
          user: userId,
          device: caller.deviceId,
          login: id,
        })
      })
    }
    throw cause
  }
}

/** The host of the vault: passkeys belong to it, whichever app embeds it. */
function toRpId({ publicUrl }: Pick<Custody, 'publicUrl'>): string {
  return new URL(publicUrl).hostname
}

function toChallengeHash({ keys }: Pick<Custody, 'keys'>, challenge: string): Buffer {
  return toMac(keys.tokens, ['passkey challenge', challenge])
}

function readClientData(encoded: string): { readonly challenge: string; readonly topOrigin: string | undefined } {
  try {
    const { challenge, topOrigin } = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Readonly<
      Record<string, unknown>
    >
    if (typeof challenge === 'string')
      return { challenge, topOrigin: topOrigin === undefined ? undefined : String(topOrigin) }
  } catch (cause) {
    throw toRefused(cause)
  }
  throw toRefused()
}

/** Whether a key can verify anything: the library checks none before its first signature. */
function isWellFormed(publicKey: Uint8Array): boolean {
  if (toAlgorithm(publicKey) !== -7) return true
  const key = toP256(publicKey)
  try {
    // throws if it is not a point on the curve
    return key !== undefined && createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...key }, format: 'jwk' }) !== null
  } catch {
    return false
  }
}

function refuse(cause: unknown): never {
  throw toRefused(cause)
}

function toRefused(cause?: unknown): CallError {
  return new CallError('This passkey couldn’t be verified. Try again, or use another one.', {
    code: 'PASSKEY_REFUSED',
    cause,
  })
}

function toExpired(): CallError {
  return new CallError('This took too long, or was already used. Start again.', { code: 'NO_LOGIN' })
}
