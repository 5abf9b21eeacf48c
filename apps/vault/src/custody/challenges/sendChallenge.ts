import { type AuditEvent, appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { toEmailIndex } from '../email/sealedEmail.js'
import { limits } from '../limits/limits.js'
import { freeSlots, takeSlots } from '../limits/takeSlots.js'
import { toNetwork } from '../limits/toNetwork.js'
import type { Letter } from '../mail/letter.js'
import { toMac } from '../sealing/toMac.js'
import { type InsertedChallenge, insertChallenge, type NewChallenge } from './insertChallenge.js'

export type ChallengeToSend = Omit<NewChallenge, 'mails' | 'approvedAt'> & {
  readonly ip: string
  /** Whether a code goes out at once or a link first, decided while nobody else mails to the same mailbox. */
  readonly decide: (client: Queryable) => Promise<Pick<NewChallenge, 'mails' | 'approvedAt'>>
  readonly write: (challenge: InsertedChallenge & Pick<NewChallenge, 'mails'>) => Letter
  readonly event: AuditEvent
}

export type SentChallenge = Pick<NewChallenge, 'mails'> & {
  readonly id: string
  readonly expiresAt: number
  /** Seconds. */
  readonly retryAfter: number
}

/**
 * Mails a link or a code. It takes the place of the device's earlier one for the same purpose once a mail server has it; where none
 * takes it nothing was spent, and the earlier one is still good. [F14]
 */
export async function sendChallenge(
  custody: Custody,
  { ip, decide, write, event, ...challenge }: ChallengeToSend,
): Promise<SentChallenge> {
  const { database, keys, mailer, now } = custody
  const { caller, email, purpose } = challenge
  const slots = [
    { limit: limits.mail, subject: toEmailIndex(custody, email) },
    { limit: limits.mailFrom, subject: toMac(keys.tokens, ['network', toNetwork(ip)]) },
  ]
  const { mails, inserted, taken } = await database.inTransaction(async (client) => {
    const taken = await takeSlots(client, { slots, now: now() })
    const decision = await decide(client)
    return {
      taken,
      mails: decision.mails,
      inserted: await insertChallenge(custody, client, { ...challenge, ...decision }),
    }
  })
  try {
    await mailer.send(email, write({ ...inserted, mails }))
  } catch (cause) {
    custody.warn(cause)
    await database.inTransaction(async (client) => {
      await client.query('DELETE FROM challenges WHERE id = $1', [inserted.id])
      await freeSlots(client, taken)
    })
    throw new CustodyFault('The mail could not be sent. Please try again.', { code: 'MAIL_FAILED', cause })
  }
  await database.inTransaction(async (client) => {
    await client.query(
      `UPDATE challenges SET state = CASE WHEN id = $3 THEN 'open' ELSE 'replaced' END
       WHERE device_id = $1 AND purpose = $2 AND (id = $3 OR state = 'open')`,
      [caller.deviceId, purpose, inserted.id],
    )
    await appendAudit(custody, client, { event, device: caller.deviceId, challenge: inserted.id, mails })
  })
  return { mails, id: inserted.id, expiresAt: inserted.expiresAt, retryAfter: 30 }
}
