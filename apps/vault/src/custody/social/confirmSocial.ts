import type { SocialReply } from '../../protocol/custody.js'
import type { SocialProvider } from '../../protocol/login.js'
import { isOwnPage } from '../calls/assertPage.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow } from '../sealing/rowMac.js'
import { type AttemptRow, attemptTimes, toStateHash } from './attempt.js'
import { isSameBrowser, readOpening, type SocialRefusal, toElsewhere } from './opening.js'
import { isCode, type Outcome, readOutcome, sealOutcome } from './outcome.js'

type Word = { readonly state: string; readonly code: string; readonly browser?: string | undefined }

/** What the user is shown before they confirm a login that the app's page cannot hear of: whose, where and on which device. */
export async function askToConfirm(custody: Custody, word: Word): Promise<SocialReply> {
  return custody.database.inTransaction(async (client) => {
    const found = await findAnswered(custody, client, word)
    if ('status' in found) return found
    const { attempt, outcome } = found
    const { origin, browser, place, project } = attempt
    return {
      ...{ status: 'ask', provider: attempt.provider as SocialProvider, origin, browser },
      app: custody.projects.get(project)?.name ?? origin,
      ...(place !== null && { place }),
      ...('subject' in outcome && outcome.subject.name !== undefined && { account: outcome.subject.name }),
    }
  })
}

/**
 * The user confirms in the popup, which the app's page cannot reach, that they began the login there: now the device may fetch it by the
 * state alone. Without this, who talks somebody into opening the address of a login would be let in as them.
 */
export async function confirmSocial(custody: Custody, word: Word): Promise<SocialReply> {
  return custody.database.inTransaction(async (client) => {
    const found = await findAnswered(custody, client, word)
    if ('status' in found) return found
    const { attempt, outcome } = found
    if (attempt.stage === 'answered' && !outcome.isConfirmed)
      await client.query('UPDATE login_attempts SET outcome = $2 WHERE id = $1', [
        attempt.id,
        sealOutcome(custody, { ...outcome, isConfirmed: true, at: custody.now() }, attempt.id),
      ])
    return { status: 'confirmed', origin: attempt.origin }
  })
}

async function findAnswered(
  custody: Custody,
  client: Queryable,
  { state, code, browser }: Word,
): Promise<{ readonly attempt: AttemptRow; readonly outcome: Outcome } | SocialRefusal> {
  const [attempt] = await client.query<AttemptRow>(
    "SELECT * FROM login_attempts WHERE state_hash = $1 AND stage IN ('answered', 'used') FOR UPDATE",
    [toStateHash(custody, state)],
  )
  // a login that began on the vault's own page is finished there, by the address that leads back to it
  if (!attempt || isOwnPage(custody, attempt)) return { status: 'gone' }
  assertRow(custody.keys, 'login_attempts', attempt)
  const outcome = readOutcome(custody, attempt)
  const isLate = custody.now() - Number(attempt.created_at) >= attemptTimes.whole
  if (!outcome || isLate || !isCode(outcome, code)) return { status: 'gone' }
  const opening = readOpening(custody, attempt)
  if (!opening.isByApp || !isSameBrowser(opening, browser)) return toElsewhere(custody, attempt)
  return { attempt, outcome }
}
