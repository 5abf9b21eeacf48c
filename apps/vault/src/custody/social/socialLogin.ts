import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { CustodyParams, CustodyResult, User } from '../../protocol/custody.js'
import { toLoginName } from '../../protocol/login.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow } from '../crypto/rowMac.js'
import type { Call } from '../devices/caller.js'
import { isOwnPage } from '../devices/statement.js'
import { CallError } from '../errors/callError.js'
import { toFactorNeeded } from '../factors/takeFactor.js'
import { type FactorNeeded, isFactorNeeded, repeatLogin } from '../logins/openSession.js'
import { admitLogin, logInByProvider } from '../logins/providerLogin.js'
import { toAccountUrl } from '../mail/emails.js'
import { createAuthorization } from '../providers/authorization.js'
import { type ProviderFailure, toProviderReport } from '../providers/providerFailure.js'
import {
  type AttemptRow,
  attemptTimes,
  insertAttempt,
  isCode,
  isInTime,
  isOpen,
  readOutcome,
  takeAttempt,
  toStateHash,
} from './attempt.js'
import { admitUse, readUse } from './loginUse.js'

/**
 * Starts a login at a provider: for this device, on this page, valid for ten minutes, once. Reports an unreachable provider before anybody
 * is sent there.
 */
export async function startSocial(
  call: Call,
  { provider: name, popup, ...wanted }: CustodyParams<'social.start'>,
): Promise<CustodyResult<'social.start'>> {
  const { custody, caller, requester } = call
  const provider = custody.providers.get(name)
  if (!provider) throw new CallError(`${toLoginName(name)} login isn’t available.`, { code: 'NO_PROVIDER' })
  const isOwn = isOwnPage(custody, caller)
  await admitLogin(call)
  const { linkUser, secrets: use, begin } = await admitUse(call, wanted)
  const state = randomBytes(32).toString('base64url')
  // on the vault's own page the provider has to reauthenticate the user
  const terms = { redirectUri: toRedirectUri(custody), state, isFresh: isOwn }
  const secrets = await createAuthorization(provider, terms).catch((cause: unknown) => {
    custody.warn(toProviderReport(name, cause))
    const message = `${provider.name} can’t be reached right now. Try again in a moment.`
    throw new CallError(message, { code: 'SOCIAL_FAILED', cause })
  })
  return custody.database.inTransaction(async (client) => {
    await begin(client)
    const { expiresAt } = await insertAttempt(custody, client, {
      caller,
      requester,
      provider: name,
      linkUser,
      state,
      popup,
      secrets: { ...secrets, ...use, state },
      ...(isOwn && { returnTo: toAccountUrl(custody, caller.project) }),
    })
    await appendAudit(custody, client, { event: 'social.asked', device: caller.deviceId, provider: name })
    return { uri: toStartUri(custody, state), state, expiresAt }
  })
}

/** The site's redirect URI, registered with the providers. */
export function toRedirectUri({ publicUrl }: { readonly publicUrl: string }): string {
  return `${publicUrl}/social/callback`
}

/** The site's page that redirects to the provider. */
export function toStartUri({ publicUrl }: { readonly publicUrl: string }, state: string): string {
  return `${publicUrl}/social/start?state=${state}`
}

/** Milliseconds of real time, whatever custody's clock says. */
const pollTimes = { whole: 20_000, step: 250 } as const

/** Milliseconds in which an isolated popup has reported itself. */
const popupTime = 2_000

/**
 * Fetches the result of a login, on the device that started it: with the code of the popup's message; or with the state alone, once the
 * user has confirmed it in a popup that the app's page can't reach. Works once, within a minute. [security.md B5]
 */
export async function finishSocial(
  call: Call,
  params: CustodyParams<'social.finish'>,
): Promise<CustodyResult<'social.finish'>> {
  for (let waited = 0; ; waited += pollTimes.step) {
    const result = await call.custody.database.inTransaction((client) => fetchOutcome(call, client, params))
    // thrown outside the transaction, as the attempt has to stay used, and the login to wait
    if (result.status === 'failed') throw toCallError(result)
    if (result.status === 'waiting') throw toFactorNeeded(result.needs)
    if (result.status === 'done') return result
    const mayCome = result.isAlone || result.isSettling
    if (!mayCome || waited >= pollTimes.whole || call.signal.aborted)
      return { status: 'pending', isAlone: result.isAlone }
    await call.custody.wait(pollTimes.step, call.signal).catch(() => undefined)
  }
}

type Fetched =
  | Extract<CustodyResult<'social.finish'>, { readonly status: 'done' }>
  | ({ readonly status: 'waiting' } & FactorNeeded)
  | { readonly status: 'pending'; readonly isAlone: boolean; readonly isSettling: boolean }
  | ({ readonly status: 'failed' } & ProviderFailure)

async function fetchOutcome(
  call: Call,
  client: Queryable,
  { state, code }: CustodyParams<'social.finish'>,
): Promise<Fetched> {
  const { custody, caller } = call
  const { keys, now } = custody
  const noLogin = new CallError('This login is no longer valid. Start again.', { code: 'NO_LOGIN' })
  const [attempt] = await client.query<AttemptRow>(
    "SELECT * FROM login_attempts WHERE state_hash = $1 AND device_id = $2 AND provider <> 'farcaster' FOR UPDATE",
    [toStateHash(custody, state), caller.deviceId],
  )
  if (!attempt) throw noLogin
  assertRow(keys, 'login_attempts', attempt)
  const outcome = readOutcome(custody, attempt)
  if (!outcome) {
    if (code !== undefined || !isOpen(custody, attempt)) throw noLogin
    return toPending(attempt)
  }
  if (code === undefined ? !outcome.isConfirmed && 'subject' in outcome : !isCode(outcome, code)) {
    // the user of a popup that can't be reached has ten minutes to confirm
    const isLate = now() - Number(attempt.created_at) >= attemptTimes.whole
    if (code !== undefined || attempt.stage !== 'answered' || isLate) throw noLogin
    return toPending(attempt)
  }
  const within = readUse(custody, attempt)
  const use = within && { use: within.use }
  if (attempt.stage === 'used') return toFetched(await repeat())
  if (attempt.stage !== 'answered' || !isInTime(custody, outcome)) throw noLogin
  await client.query("UPDATE login_attempts SET stage = 'used', used_at = $2 WHERE id = $1", [attempt.id, now()])
  if ('fault' in outcome) return { status: 'failed', ...outcome }
  const { provider, id } = attempt
  const user = await takeAttempt(custody, attempt, noLogin, () =>
    logInByProvider(call, client, { provider, subject: outcome.subject, within, entry: { attempt: id } }),
  )
  return toFetched(user)

  function toFetched(reply: User | FactorNeeded): Fetched {
    return isFactorNeeded(reply) ? { status: 'waiting', ...reply } : { status: 'done', user: reply, ...use }
  }

  async function repeat(): Promise<User | FactorNeeded> {
    const isRepeat = attempt !== undefined && now() - Number(attempt.used_at) <= attemptTimes.repeat
    const reply = isRepeat ? await repeatLogin(call, client) : undefined
    if (!reply || (outcome && 'fault' in outcome)) throw noLogin
    return reply
  }

  function toPending({ is_alone: isAlone, popup_hash, created_at }: AttemptRow): Fetched {
    const isSettling = popup_hash !== null && now() - Number(created_at) < popupTime
    return { status: 'pending', isAlone, isSettling }
  }
}

function toCallError({ fault, isRefusal }: ProviderFailure): CallError {
  return new CallError(fault, { code: isRefusal ? 'SOCIAL_REFUSED' : 'SOCIAL_FAILED' })
}
