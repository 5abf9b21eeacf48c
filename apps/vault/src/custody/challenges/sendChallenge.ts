import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { appendAudit } from '../audit/appendAudit.js'
import type { AuditEvent } from '../audit/events.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { toNetwork } from '../devices/client.js'
import { CallError } from '../errors/callError.js'
import { assertWithin, freeEmailSlots, type Slot, takeSlots } from '../limits/limits.js'
import { toEmailIndex } from '../mail/address.js'
import type { EmailContent } from '../mail/mailer.js'
import {
  type ChallengeRow,
  changeChallenge,
  createChallengeId,
  type InsertedChallenge,
  insertChallenge,
  lockChallenges,
  type NewChallenge,
} from './challenge.js'

export type ChallengeToSend = Omit<NewChallenge, 'id' | 'mails' | 'approvedAt'> & {
  readonly ip: string
  /** Decides, under a lock on the mailbox, whether a code or a link is sent, and whose budget it counts to. */
  readonly decide: (client: Queryable) => Promise<Decision>
  readonly write: (challenge: InsertedChallenge & Pick<NewChallenge, 'mails'>) => EmailContent
  readonly event: AuditEvent
}

export type Decision = Pick<NewChallenge, 'mails' | 'approvedAt'> & {
  /** The mailbox's owner has logged in or approved a link on this device, so requests of strangers don't count against it. */
  readonly isKnown: boolean
}

export type SentChallenge = Pick<NewChallenge, 'mails'> & {
  readonly id: string
  readonly expiresAt: number
  /** Seconds. */
  readonly retryAfter: number
}

/**
 * Emails a link or a code. It replaces the device's earlier one for the same purpose once a mail server took it; if that fails, nothing was
 * spent and the earlier one stays valid. [F14]
 */
export async function sendChallenge(custody: Custody, challenge: ChallengeToSend): Promise<SentChallenge> {
  await forgetInterrupted(custody, challenge)
  const id = createChallengeId()
  const release = await custody.locks.tryLock(toSendingLock(id))
  try {
    return await sendLocked(custody, { id, ...challenge })
  } finally {
    await release?.()
  }
}

/** Held by the process that sends a challenge. A killed process loses it at once. */
const toSendingLock = (id: string): string => `sending ${id}`

/** Forgets what a killed process was sending for a device, and what was counted for it, so that its user can try again at once. */
async function forgetInterrupted(
  custody: Custody,
  { caller, purpose }: Pick<NewChallenge, 'caller' | 'purpose'>,
): Promise<void> {
  const { database, locks } = custody
  const rows = await database.query<Pick<ChallengeRow, 'id'>>(
    "SELECT id FROM challenges WHERE device_id = $1 AND purpose = $2 AND state = 'sending'",
    [caller.deviceId, purpose],
  )
  for (const { id } of rows) {
    const release = await locks.tryLock(toSendingLock(id))
    if (!release) continue
    try {
      await database.inTransaction(async (client) => {
        const condition = "id = $1 AND state = 'sending'"
        const [interrupted] = await lockChallenges(custody, client, { condition, values: [id] })
        if (interrupted) await forget(client, id)
      })
    } finally {
      await release()
    }
  }
}

async function forget(client: Queryable, id: string): Promise<void> {
  await client.query('DELETE FROM challenges WHERE id = $1', [id])
  await freeEmailSlots(client, id)
}

async function sendLocked(
  custody: Custody,
  { ip, decide, write, event, ...challenge }: ChallengeToSend & Pick<NewChallenge, 'id'>,
): Promise<SentChallenge> {
  const { database, mailer, now } = custody
  const { id, caller, email, purpose } = challenge
  const places = { ip, email, deviceId: caller.deviceId }
  // reject floods before the lock below, so that they don't block others
  const first = await decide(database)
  for (const slot of toSlots(custody, { ...places, isKnown: first.isKnown }))
    await assertWithin(database, { ...slot, now: now() })
  const { mails, inserted } = await database.inTransaction(async (client) => {
    await lockOn(client, [`email ${toEmailIndex(custody, email).toString('hex')}`])
    const { isKnown, ...decision } = await decide(client)
    await takeSlots(client, { slots: toSlots(custody, { ...places, isKnown }), now: now(), owner: id })
    return {
      mails: decision.mails,
      inserted: await insertChallenge(custody, client, { ...challenge, ...decision }),
    }
  })
  try {
    await mailer.send(email, write({ ...inserted, mails }))
  } catch (cause) {
    custody.warn(cause)
    await database.inTransaction((client) => forget(client, id))
    throw new CallError('We couldn’t send the email. Try again.', { code: 'MAIL_FAILED', cause })
  }
  await database.inTransaction(async (client) => {
    const condition = "device_id = $1 AND purpose = $2 AND (id = $3 OR state = 'open')"
    const values = [caller.deviceId, purpose, id]
    for (const one of await lockChallenges(custody, client, { condition, values })) {
      const state = one.id === id ? 'open' : 'replaced'
      await changeChallenge(custody, client, { challenge: one, change: { state } })
    }
    await appendAudit(custody, client, {
      event,
      project: caller.project,
      device: caller.deviceId,
      challenge: id,
      mails,
    })
  })
  return { mails, id, expiresAt: inserted.expiresAt, retryAfter: toPause(custody) }
}

type Places = { readonly ip: string; readonly email: string; readonly deviceId: string; readonly isKnown: boolean }

/** The budgets that an email counts towards. */
function toSlots(custody: Custody, { ip, email, deviceId, isKnown }: Places): readonly Slot[] {
  const { emailLimits, keys } = custody
  const mailbox = toEmailIndex(custody, email)
  if (isKnown) return [toKnownSlot(custody, { deviceId, mailbox })]
  const network = toNetwork(ip)
  return [
    { limit: emailLimits.mailbox, subject: mailbox },
    { limit: emailLimits.sourceAndMailbox, subject: toMac(keys.tokens, ['network', network, mailbox]) },
    { limit: emailLimits.source, subject: toMac(keys.tokens, ['network', network]) },
  ]
}

/** The budget of a device on which the mailbox's owner has logged in, or approved a link. */
export function toKnownSlot(
  { emailLimits, keys }: Pick<Custody, 'emailLimits' | 'keys'>,
  { deviceId, mailbox }: { readonly deviceId: string; readonly mailbox: Buffer },
): Slot {
  return { limit: emailLimits.knownDevice, subject: toMac(keys.tokens, ['known', deviceId, mailbox]) }
}

/** Seconds between two emails, as long as no hourly or daily limit is reached. */
function toPause({ emailLimits: { mailbox, knownDevice } }: Custody): number {
  const pauses = [...mailbox.rules, ...knownDevice.rules].flatMap(({ max, within }) => (max === 1 ? [within] : []))
  return Math.ceil(Math.max(0, ...pauses) / 1_000)
}
