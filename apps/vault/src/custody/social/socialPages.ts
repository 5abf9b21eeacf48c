import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { SocialReply, SocialRequest } from '../../protocol/custody.js'
import { toLoginName } from '../../protocol/login.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { isOwnPage } from '../devices/statement.js'
import { type AuthorizationSecrets, readAppleName, readSubject } from '../providers/authorization.js'
import type { Subject } from '../providers/provider.js'
import { type ProviderFailure, toProviderFailure, toProviderReport } from '../providers/providerFailure.js'
import {
  type AttemptRow,
  attemptTimes,
  isCode,
  isOpen,
  isReturnPage,
  isSameBrowser,
  type Opening,
  type Outcome,
  readOpening,
  readOutcome,
  type SocialRefusal,
  sealOpening,
  sealOutcome,
  toBrowserHash,
  toCodeHash,
  toElsewhere,
  toPopupHash,
  toStateHash,
  unsealPart,
} from './attempt.js'
import { toRedirectUri, toStartUri } from './socialLogin.js'

type Step<name extends SocialRequest['step']> = Extract<SocialRequest, { readonly step: name }>

/**
 * Answers the pages of a provider login. Anyone who knows the address of such a page may call it: only `callback` logs
 * a user in.
 */
export async function answerSocial(custody: Custody, request: SocialRequest): Promise<SocialReply> {
  switch (request.step) {
    case 'loading':
      return custody.database.inTransaction((client) => findRedirect(custody, client, request))
    case 'start':
      return custody.database.inTransaction((client) => redirectToProvider(custody, client, request))
    case 'callback':
      return answerCallback(custody, request)
    case 'ask':
      return askToConfirm(custody, request)
    case 'confirm':
      return confirmSocial(custody, request)
  }
}

/**
 * The first page of a popup that has lost its opener polls for where to go. It is redirected only if the app's own page opened it:
 * otherwise anybody could send a user here with a login that they started themselves.
 */
async function findRedirect(
  custody: Custody,
  client: Queryable,
  { popup, from }: Step<'loading'>,
): Promise<SocialReply> {
  const [attempt] = await client.query<AttemptRow>(
    'SELECT * FROM login_attempts WHERE popup_hash = $1 ORDER BY place_in_order DESC LIMIT 1 FOR UPDATE',
    [toPopupHash(custody, popup)],
  )
  if (!attempt) return { status: 'waiting' }
  assertRow(custody.keys, 'login_attempts', attempt)
  // the next attempt may be of the same window
  if (attempt.stage !== 'open' || !isOpen(custody, attempt)) return { status: 'waiting' }
  if (from !== attempt.origin) return toElsewhere(custody, attempt)
  await client.query('UPDATE login_attempts SET is_alone = true WHERE id = $1', [attempt.id])
  await saveOpening(custody, client, attempt, { ...readOpening(custody, attempt), isByApp: true })
  const { state } = unsealPart<{ readonly state: string }>(custody, attempt.secrets, {
    id: attempt.id,
    part: 'secrets',
  })
  return { status: 'go', uri: toStartUri(custody, state) }
}

/** Redirects to the provider. The first browser that passes here is the only one that may come back. */
async function redirectToProvider(
  custody: Custody,
  client: Queryable,
  { state, browser, from, returnTo }: Step<'start'>,
): Promise<SocialReply> {
  const [attempt] = await client.query<AttemptRow>('SELECT * FROM login_attempts WHERE state_hash = $1 FOR UPDATE', [
    toStateHash(custody, state),
  ])
  if (attempt?.stage !== 'open' || !isOpen(custody, attempt)) return { status: 'gone' }
  assertRow(custody.keys, 'login_attempts', attempt)
  const opening = readOpening(custody, attempt)
  if (opening.browserHash !== undefined && !isSameBrowser(opening, browser)) return toElsewhere(custody, attempt)
  if (returnTo !== undefined && !isReturnPage(custody, attempt, returnTo)) return { status: 'notListed' }
  await saveOpening(custody, client, attempt, {
    ...opening,
    browserHash: toBrowserHash(browser),
    isByApp: opening.isByApp || from === attempt.origin,
    ...(returnTo !== undefined && { returnTo }),
  })
  const { uri } = unsealPart<{ readonly uri: string }>(custody, attempt.secrets, { id: attempt.id, part: 'secrets' })
  return { status: 'go', uri }
}

async function saveOpening(
  custody: Custody,
  { query }: Queryable,
  { id }: AttemptRow,
  opening: Opening,
): Promise<void> {
  await query('UPDATE login_attempts SET opening = $2 WHERE id = $1', [id, sealOpening(custody, opening, id)])
}

/**
 * Takes the provider's answer, once per login, and only from the browser that passed through the vault to the provider. This alone doesn't
 * log in: the device that started the login has to fetch the result, with a code that goes only to the app's own page.
 */
async function answerCallback(
  custody: Custody,
  { answer, browser }: Extract<SocialRequest, { readonly step: 'callback' }>,
): Promise<SocialReply> {
  const params = new URLSearchParams(answer)
  const [state, ...others] = params.getAll('state')
  if (state === undefined || others.length > 0) return { status: 'gone' }
  const attempt = await claim(custody, { state, browser })
  if ('status' in attempt) return attempt
  const { id, origin, project } = attempt
  const { returnTo } = readOpening(custody, attempt)
  const { provider } = attempt
  const result = await requestProvider(custody, { attempt, params, state })
  const code = randomBytes(32).toString('base64url')
  const outcome: Outcome = { ...result, at: custody.now(), codeHash: toCodeHash(code), isConfirmed: false }
  const isKept = await custody.database.inTransaction(async (client) => {
    // a newer login has replaced it
    const rows = await client.query(
      "UPDATE login_attempts SET stage = 'answered', outcome = $2 WHERE id = $1 AND stage = 'asked' RETURNING 1",
      [id, sealOutcome(custody, outcome, id)],
    )
    const event = 'fault' in result ? 'social.failed' : 'social.answered'
    await appendAudit(custody, client, { event, device: attempt.device_id, provider })
    return rows.length > 0
  })
  if (!isKept) return { status: 'gone' }
  const resultUri = `${custody.publicUrl}/social/result?${new URLSearchParams({ provider, state, code })}`
  return {
    status: 'answered',
    project,
    provider,
    providerName: toLoginName(provider, custody.providers),
    origin,
    app: custody.projects.get(project)?.name ?? origin,
    resultUri,
    ...(returnTo !== undefined && { returnTo }),
    ...('fault' in result && { fault: result.fault }),
  }
}

/** One answer per state, from its own browser: the second finds nothing. */
async function claim(
  custody: Custody,
  { state, browser }: { readonly state: string; readonly browser: string | undefined },
): Promise<AttemptRow | SocialRefusal> {
  return custody.database.inTransaction(async (client) => {
    const [attempt] = await client.query<AttemptRow>(
      "SELECT * FROM login_attempts WHERE state_hash = $1 AND stage = 'open' AND provider <> 'farcaster' FOR UPDATE",
      [toStateHash(custody, state)],
    )
    if (!attempt || !isOpen(custody, attempt)) return { status: 'gone' }
    assertRow(custody.keys, 'login_attempts', attempt)
    if (!isSameBrowser(readOpening(custody, attempt), browser)) return toElsewhere(custody, attempt)
    await client.query("UPDATE login_attempts SET stage = 'asked' WHERE id = $1", [attempt.id])
    return attempt
  })
}

async function requestProvider(
  custody: Custody,
  {
    attempt,
    params,
    state,
  }: { readonly attempt: AttemptRow; readonly params: URLSearchParams; readonly state: string },
): Promise<{ readonly subject: Subject } | ProviderFailure> {
  const provider = custody.providers.get(attempt.provider)
  if (!provider) return { fault: 'This login is no longer available.', isRefusal: true }
  const secrets = unsealPart<AuthorizationSecrets>(custody, attempt.secrets, { id: attempt.id, part: 'secrets' })
  const url = new URL(`${toRedirectUri(custody)}?${params}`)
  // Apple sends the user's name through the browser, once and unsigned
  const name = readAppleName(params.get('user'))
  url.searchParams.delete('user')
  try {
    const subject = await readSubject(provider, { url, state, secrets })
    custody.work.note(`provider ${provider.provider}`, true)
    return { subject: { ...(name !== undefined && { name }), ...subject } }
  } catch (cause) {
    const report = toProviderReport(provider.provider, cause)
    if (report) custody.warn(report)
    const failure = toProviderFailure(provider, cause)
    // it did its part if it or the user declined
    custody.work.note(`provider ${provider.provider}`, failure.isRefusal)
    return failure
  }
}

type Confirmation = { readonly state: string; readonly code: string; readonly browser?: string | undefined }

/** Returns the details that the user confirms for a login that the app's page can't hear of: user, app and device. */
async function askToConfirm(custody: Custody, confirmation: Confirmation): Promise<SocialReply> {
  return custody.database.inTransaction(async (client) => {
    const found = await findAnswered(custody, client, confirmation)
    if ('status' in found) return found
    const { attempt, outcome } = found
    const { origin, browser, place, project } = attempt
    return {
      status: 'ask',
      project,
      provider: attempt.provider,
      providerName: toLoginName(attempt.provider, custody.providers),
      origin,
      browser,
      app: custody.projects.get(project)?.name ?? origin,
      ...(place !== null && { place }),
      ...('subject' in outcome && outcome.subject.name !== undefined && { account: outcome.subject.name }),
    }
  })
}

/**
 * Records the user's confirmation, in the popup that the app's page can't reach, that they started the login there: now
 * the device may fetch it with the state alone. Without this, an attacker who tricks a user into opening the address of
 * a login would be logged in as that user.
 */
async function confirmSocial(custody: Custody, confirmation: Confirmation): Promise<SocialReply> {
  return custody.database.inTransaction(async (client) => {
    const found = await findAnswered(custody, client, confirmation)
    if ('status' in found) return found
    const { attempt, outcome } = found
    if (attempt.stage === 'answered' && !outcome.isConfirmed)
      await client.query('UPDATE login_attempts SET outcome = $2 WHERE id = $1', [
        attempt.id,
        sealOutcome(custody, { ...outcome, isConfirmed: true, at: custody.now() }, attempt.id),
      ])
    return { status: 'confirmed', project: attempt.project, origin: attempt.origin }
  })
}

async function findAnswered(
  custody: Custody,
  client: Queryable,
  { state, code, browser }: Confirmation,
): Promise<{ readonly attempt: AttemptRow; readonly outcome: Outcome } | SocialRefusal> {
  const [attempt] = await client.query<AttemptRow>(
    "SELECT * FROM login_attempts WHERE state_hash = $1 AND stage IN ('answered', 'used') FOR UPDATE",
    [toStateHash(custody, state)],
  )
  // a login that started on the vault's own page is finished there, through its return page
  if (!attempt || isOwnPage(custody, attempt)) return { status: 'gone' }
  assertRow(custody.keys, 'login_attempts', attempt)
  const outcome = readOutcome(custody, attempt)
  const isLate = custody.now() - Number(attempt.created_at) >= attemptTimes.whole
  if (!outcome || isLate || !isCode(outcome, code)) return { status: 'gone' }
  const opening = readOpening(custody, attempt)
  if (!opening.isByApp || !isSameBrowser(opening, browser)) return toElsewhere(custody, attempt)
  return { attempt, outcome }
}
