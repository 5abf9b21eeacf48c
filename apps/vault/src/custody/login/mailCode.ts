import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { type ChallengeRow, challengeTimes } from '../challenges/challenge.js'
import { createCode, toCodeMac } from '../challenges/code.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { writeLoginLetter } from '../mail/letters.js'

/**
 * Mails the code that follows an approved link, by one process alone; false where another is about to. It counts to no limit of its own:
 * the mailbox's owner has just asked for it, once.
 */
export async function mailCode({ custody, asker }: Call, challenge: ChallengeRow): Promise<boolean> {
  const { database, keys, mailer, now } = custody
  const time = now()
  const code = createCode()
  const claimed = await database.query(
    `UPDATE challenges SET code_mac = $2, code_expires_at = $3, code_claimed_at = $4
     WHERE id = $1 AND state = 'open' AND code_sent_at IS NULL AND (code_claimed_at IS NULL OR code_claimed_at <= $5)
     RETURNING 1`,
    [
      ...[challenge.id, toCodeMac(keys, challenge, code), time + challengeTimes.code, time],
      time - challengeTimes.claim,
    ],
  )
  if (claimed.length === 0) return false
  try {
    const { origin, browser, place } = challenge
    const letter = writeLoginLetter({ ...asker, origin, browser, place, code })
    await mailer.send(unsealEmail(custody, challenge.email, challenge.id), letter)
  } catch (cause) {
    custody.warn(cause)
    await database.query(
      'UPDATE challenges SET code_mac = NULL, code_claimed_at = NULL WHERE id = $1 AND code_claimed_at = $2',
      [challenge.id, time],
    )
    throw new CustodyFault('The mail could not be sent. Please try again.', { code: 'MAIL_FAILED', cause })
  }
  await database.query('UPDATE challenges SET code_sent_at = $2 WHERE id = $1 AND code_claimed_at = $2', [
    challenge.id,
    time,
  ])
  return true
}
