import type { SocialReply, SocialRequest } from '../../protocol/custody.js'
import { isOwnPage } from '../calls/assertPage.js'
import type { Custody } from '../custody.js'
import { assertRow } from '../sealing/rowMac.js'
import { type AttemptRow, attemptTimes, toStateHash } from './attempt.js'
import { isCode, readOutcome, sealOutcome } from './outcome.js'

/**
 * The visitor says in the popup, which the app's page cannot reach, that they began the login there: now the device may fetch it by the
 * state alone. Without this, who talks somebody into opening the address of a login would be let in as them.
 */
export async function confirmSocial(
  custody: Custody,
  { state, code }: Extract<SocialRequest, { readonly step: 'confirm' }>,
): Promise<SocialReply> {
  return custody.database.inTransaction(async (client) => {
    const [attempt] = await client.query<AttemptRow>(
      "SELECT * FROM login_attempts WHERE state_hash = $1 AND stage IN ('answered', 'used') FOR UPDATE",
      [toStateHash(custody, state)],
    )
    // what was begun on the page of the vault itself is gone on with there, by the address that leads back to it
    if (!attempt || isOwnPage(custody, attempt)) return { status: 'gone' }
    assertRow(custody.keys, 'login_attempts', attempt)
    const outcome = readOutcome(custody, attempt)
    const isLate = custody.now() - Number(attempt.created_at) >= attemptTimes.whole
    if (!outcome || isLate || !isCode(outcome, code)) return { status: 'gone' }
    if (attempt.stage === 'answered' && !outcome.isConfirmed)
      await client.query('UPDATE login_attempts SET outcome = $2 WHERE id = $1', [
        attempt.id,
        sealOutcome(custody, { ...outcome, isConfirmed: true, at: custody.now() }, attempt.id),
      ])
    return { status: 'confirmed', origin: attempt.origin }
  })
}
