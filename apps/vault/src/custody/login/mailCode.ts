import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { type ChallengeRow, challengeTimes } from '../challenges/challenge.js'
import { type ChallengeChange, changeChallenge, lockChallenges } from '../challenges/challengeStore.js'
import { createCode, toCodeMac } from '../challenges/code.js'
import { toKnownSlot } from '../challenges/sendChallenge.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { addSlots, freeSlots } from '../limits/takeSlots.js'
import { writeLoginLetter } from '../mail/letters.js'

/**
 * Mails the code that follows an approved link, by one process alone; false where another is about to. It counts to the budget of the device,
 * where the mailbox's owner has just approved the link: another code has to wait as long as after any other email. [F6]
 */
export async function mailCode({ custody, asker }: Call, challenge: ChallengeRow): Promise<boolean> {
  const { database, keys, mailer, now } = custody
  const time = now()
  const code = createCode()
  const { id } = challenge
  const free =
    "id = $1 AND state = 'open' AND code_sent_at IS NULL AND (code_claimed_at IS NULL OR code_claimed_at <= $2)"
  const slots = [toKnownSlot(custody, { deviceId: challenge.device_id, mailbox: challenge.email_index })]
  const taken = await database.inTransaction(async (client) => {
    const isClaimed = await change(client, free, time - challengeTimes.claim, {
      ...{ code_mac: toCodeMac(keys, challenge, code), code_expires_at: time + challengeTimes.code },
      code_claimed_at: time,
    })
    return isClaimed && addSlots(client, { slots, now: time })
  })
  if (!taken) return false
  try {
    const { origin, browser, place } = challenge
    const letter = writeLoginLetter({ ...asker, origin, browser, place, code })
    await mailer.send(unsealEmail(custody, challenge.email, challenge.id), letter)
  } catch (cause) {
    custody.warn(cause)
    await database.inTransaction(async (client) => {
      await change(client, mine, time, { code_mac: null, code_claimed_at: null })
      await freeSlots(client, taken)
    })
    throw new CustodyFault('The mail could not be sent. Please try again.', { code: 'MAIL_FAILED', cause })
  }
  await database.inTransaction((client) => change(client, mine, time, { code_sent_at: time }))
  return true

  async function change(client: Queryable, condition: string, at: number, cells: ChallengeChange): Promise<boolean> {
    const [row] = await lockChallenges(custody, client, { condition, values: [id, at] })
    if (row) await changeChallenge(custody, client, { challenge: row, change: cells })
    return row !== undefined
  }
}

/** Of the process that claimed it. */
const mine = 'id = $1 AND code_claimed_at = $2'
