import { randomBytes } from 'node:crypto'
import type { SocialReply, SocialRequest } from '../../protocol/custody.js'
import type { SocialProvider } from '../../protocol/login.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import type { AuthorizationSecrets } from '../providers/createAuthorization.js'
import type { Subject } from '../providers/provider.js'
import { readAppleName } from '../providers/readAppleName.js'
import { readSubject } from '../providers/readSubject.js'
import { type ProviderFault, toProviderFault } from '../providers/toProviderFault.js'
import { toReport } from '../providers/toReport.js'
import { assertRow } from '../sealing/rowMac.js'
import { type AttemptRow, toStateHash, unsealPart } from './attempt.js'
import { isSameBrowser, readOpening, type SocialRefusal, toElsewhere } from './opening.js'
import { isOpen, type Outcome, sealOutcome, toCodeHash } from './outcome.js'
import { toRedirectUri } from './startSocial.js'

/**
 * Takes what a provider sent a browser back with, once for each login that was begun, and only from the browser that passed through the
 * vault to the provider: from any other nothing is taken. Nobody is logged in by it: the device that began it has to fetch the outcome,
 * with a code that goes to the app's own page only.
 */
export async function answerCallback(
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
  const provider = attempt.provider as SocialProvider
  const result = await askProvider(custody, { attempt, params, state })
  const code = randomBytes(32).toString('base64url')
  const outcome: Outcome = { ...result, at: custody.now(), codeHash: toCodeHash(code), isConfirmed: false }
  const isKept = await custody.database.inTransaction(async (client) => {
    // another login that was begun meanwhile has taken its place
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
    ...{ status: 'answered', provider, origin, app: custody.projects.get(project)?.name ?? origin, resultUri },
    ...(returnTo !== undefined && { returnTo }),
    ...('fault' in result && { fault: result.fault }),
  }
}

/** One answer for each state, from its own browser: the second finds nothing. */
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

async function askProvider(
  custody: Custody,
  {
    attempt,
    params,
    state,
  }: { readonly attempt: AttemptRow; readonly params: URLSearchParams; readonly state: string },
): Promise<{ readonly subject: Subject } | ProviderFault> {
  const provider = custody.providers.get(attempt.provider as SocialProvider)
  if (!provider) return { fault: 'This wallet no longer has that login.', isRefusal: true }
  const secrets = unsealPart<AuthorizationSecrets>(custody, attempt.secrets, { id: attempt.id, part: 'secrets' })
  const url = new URL(`${toRedirectUri(custody)}?${params}`)
  // what Apple tells the browser of its user, once: nobody has signed it
  const name = readAppleName(params.get('user'))
  url.searchParams.delete('user')
  try {
    const subject = await readSubject(provider, { url, state, secrets })
    return { subject: { ...(name !== undefined && { name }), ...subject } }
  } catch (cause) {
    const report = toReport(provider.provider, cause)
    if (report) custody.warn(report)
    return toProviderFault(provider, cause)
  }
}
