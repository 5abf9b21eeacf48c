import { randomBytes } from 'node:crypto'
import type { CustodyParams, CustodyResult, User } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import type { Call } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { toFactorNeeded } from '../factors/takeFactor.js'
import { type FactorNeeded, isFactorNeeded, repeatLogin } from '../logins/openSession.js'
import { admitLogin, logInByProvider } from '../logins/providerLogin.js'
import type { Requester } from '../mail/emails.js'
import { toShownName } from '../providers/authorization.js'
import { farcasterIssuer, type Subject } from '../providers/provider.js'
import { toProviderReport } from '../providers/providerFailure.js'
import { type AttemptRow, attemptTimes, insertAttempt, isOpen, takeAttempt, unsealPart } from '../social/attempt.js'
import { admitUse, readUse, type UseSecrets } from '../social/loginUse.js'
import { createRegistries, readFid } from './readFid.js'
import { openChannel, readChannel } from './relay.js'

/** State of a login that waits for a phone. */
type FarcasterSecrets = UseSecrets & {
  readonly channelToken: string
  readonly nonce: string
  readonly domain: string
  readonly siweUri: string
}

/** Starts a login with Farcaster: for this device, valid for ten minutes, once. */
export async function startFarcaster(
  call: Call,
  wanted: CustodyParams<'farcaster.start'>,
): Promise<CustodyResult<'farcaster.start'>> {
  const { custody, caller, requester } = call
  const { farcaster, publicUrl } = custody
  if (!farcaster) throw new CallError('Farcaster login isn’t available.', { code: 'NO_PROVIDER' })
  await admitLogin(call)
  const { linkUser, secrets: use, begin } = await admitUse(call, wanted)
  const terms = {
    domain: new URL(publicUrl).host,
    siweUri: toSignInUri(custody, { project: caller.project, requester }),
    nonce: randomBytes(16).toString('hex'),
  }
  const { channelToken, url } = await openChannel(farcaster.relayUrl, terms).catch((cause: unknown) => {
    custody.warn(toProviderReport('farcaster', cause))
    const message = 'Farcaster can’t be reached right now. Try again in a moment.'
    throw new CallError(message, { code: 'SOCIAL_FAILED', cause })
  })
  return custody.database.inTransaction(async (client) => {
    const secrets: FarcasterSecrets = { ...terms, ...use, channelToken }
    await begin(client)
    const state = randomBytes(32).toString('base64url')
    const { expiresAt } = await insertAttempt(custody, client, {
      caller,
      requester,
      provider: 'farcaster',
      linkUser,
      state,
      popup: undefined,
      secrets,
    })
    await appendAudit(custody, client, { event: 'social.asked', device: caller.deviceId, provider: 'farcaster' })
    return { url, expiresAt }
  })
}

/**
 * The URI that the phone signs besides the vault's host: which app gets the login, and on which device. It is the only part of the message
 * that a site chooses; the statement is fixed. [FIP-11]
 */
function toSignInUri(
  { publicUrl, projects }: Pick<Custody, 'publicUrl' | 'projects'>,
  { project, requester }: { readonly project: string; readonly requester: Requester },
): string {
  const { origin, browser, place } = requester
  const app = projects.get(project)?.name ?? project
  const named = { app, site: origin, device: browser, ...(place !== null && { ip: place }) }
  return `${publicUrl}/farcaster?${new URLSearchParams(named)}`
}

/** Milliseconds of real time, whatever custody's clock says. */
const pollTimes = { whole: 20_000, step: 1_000 } as const

/** Waits until the user has signed in on a phone, and logs them in on this device. */
export async function awaitFarcaster(call: Call): Promise<CustodyResult<'farcaster.wait'>> {
  const { custody, caller, signal } = call
  for (let waited = 0; ; waited += pollTimes.step) {
    const [attempt] = await custody.database.query<AttemptRow>(
      'SELECT * FROM login_attempts WHERE device_id = $1 ORDER BY place_in_order DESC LIMIT 1',
      [caller.deviceId],
    )
    if (attempt?.provider !== 'farcaster')
      throw new CallError('This login is no longer valid. Start again.', { code: 'NO_LOGIN' })
    assertRow(custody.keys, 'login_attempts', attempt)
    const done = attempt.stage === 'used' ? await repeatReply(call, attempt) : await checkChannel(call, attempt)
    if (done) return done
    if (waited >= pollTimes.whole || signal.aborted) return { status: 'pending' }
    await custody.wait(pollTimes.step, signal).catch(() => undefined)
  }
}

type Done = CustodyResult<'farcaster.wait'>

async function checkChannel(call: Call, attempt: AttemptRow): Promise<Done | undefined> {
  const { custody } = call
  const { farcaster } = custody
  if (!farcaster) throw new CallError('Farcaster login isn’t available.', { code: 'NO_PROVIDER' })
  const expired = new CallError('This login has expired. Start again.', { code: 'NO_LOGIN' })
  if (!isOpen(custody, attempt)) throw expired
  const secrets = unsealPart<FarcasterSecrets>(custody, attempt.secrets, { id: attempt.id, part: 'secrets' })
  const status = await readChannel(farcaster.relayUrl, secrets.channelToken).catch((cause: unknown) => {
    custody.warn(toProviderReport('farcaster', cause))
    throw new CallError('Farcaster isn’t responding. Try again in a moment.', {
      code: 'UNAVAILABLE',
      retryAfter: 2,
      cause,
    })
  })
  if (!status) throw expired
  const { state, message, signature, username } = status
  if (state === 'pending' || message === undefined || signature === undefined) return undefined
  const registries = createRegistries(farcaster.rpcUrl)
  const answer = { ...secrets, message, signature, now: custody.now() }
  const read = await readFid(answer, registries).catch((cause: unknown) => {
    custody.warn(toProviderReport('farcaster', cause))
    const text = 'It cannot be checked right now who signed in. Please try again.'
    throw new CallError(text, { code: 'UNAVAILABLE', retryAfter: 2, cause })
  })
  if ('fault' in read) {
    await custody.database.query("UPDATE login_attempts SET stage = 'ended' WHERE id = $1", [attempt.id])
    throw new CallError(`Farcaster couldn’t verify your identity. ${read.fault}`, { code: 'SOCIAL_REFUSED' })
  }
  // the name that the relay reports; without one, the id
  const name = toShownName(username) ?? `!${read.fid}`
  return enter(call, attempt, { issuer: farcasterIssuer, subject: read.fid, name })
}

async function enter(call: Call, attempt: AttemptRow, subject: Subject): Promise<Done | undefined> {
  const { custody } = call
  const user = await custody.database.inTransaction(async (client) => {
    const rows = await client.query(
      "UPDATE login_attempts SET stage = 'used', used_at = $2 WHERE id = $1 AND stage = 'open' RETURNING 1",
      [attempt.id, custody.now()],
    )
    // a parallel wait was first: the next poll finds its result
    if (rows.length === 0) return undefined
    const entry = { attempt: attempt.id }
    const within = readUse(custody, attempt)
    const noLogin = new CallError('This login is no longer valid. Start again.', { code: 'NO_LOGIN' })
    return takeAttempt(custody, attempt, noLogin, () =>
      logInByProvider(call, client, { provider: 'farcaster', subject, within, entry }),
    )
  })
  return user && toDone(user)
}

/** Throws `FACTOR_NEEDED` outside the transaction, as the login waits for the second factor. */
function toDone(user: User | FactorNeeded): Done {
  if (isFactorNeeded(user)) throw toFactorNeeded(user.needs)
  return { status: 'done', user }
}

/** The same reply for a minute, as it may have been lost. */
async function repeatReply(call: Call, { used_at }: AttemptRow): Promise<Done> {
  const { custody } = call
  const isLate = custody.now() - Number(used_at) > attemptTimes.repeat
  const reply = isLate ? undefined : await custody.database.inTransaction((client) => repeatLogin(call, client))
  if (!reply) throw new CallError('This login is no longer valid. Start again.', { code: 'NO_LOGIN' })
  return toDone(reply)
}
