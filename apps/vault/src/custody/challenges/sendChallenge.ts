import { lockOn, type Queryable, type Transaction } from '@latchkey/server-kit/database'
import { toNetwork } from '@latchkey/server-kit/http'
import { appendAudit } from '../audit/appendAudit.js'
import type { AuditEvent } from '../audit/events.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { assertWithin, freeMessageSlots, limits, type Slot, takeSlots } from '../limits/limits.js'
import { toEmailIndex } from '../mail/address.js'
import type { EmailContent } from '../mail/mailer.js'
import { toPhoneIndex } from '../sms/phone.js'
import { type Sms, UncertainSmsError } from '../sms/sms.js'
import {
  type ChallengeRow,
  type ChallengeTerms,
  changeChallenge,
  createChallengeId,
  type InsertedChallenge,
  insertChallenge,
  lockChallenges,
  type NewChallenge,
  type Recipient,
  toRecipientIndex,
} from './challenge.js'

export type ChallengeToSend = Omit<ChallengeTerms, 'id' | 'mails' | 'approvedAt'> &
  Message & {
    readonly ip: string
    /** Decides, under a lock on the mailbox, whether to send a code or a link, and which budget it counts towards. */
    readonly decide: (client: Queryable) => Promise<Decision>
    /** Uses the proof that the challenge takes, once it was sent. If that fails, the challenge doesn't count. */
    readonly use?: ((client: Transaction) => Promise<void>) | undefined
    readonly event: AuditEvent
  }

type Written = InsertedChallenge & Pick<NewChallenge, 'mails'>

type Message =
  | (Extract<Recipient, { phone?: undefined }> & { readonly write: (challenge: Written) => EmailContent })
  | (Extract<Recipient, { email?: undefined }> & {
      readonly write: (challenge: Written) => Pick<Sms, 'text' | 'code' | 'language'>
    })

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
 * Emails a link or a code, or sends a code by SMS. It replaces the device's earlier one for the same purpose once a server took it; if that
 * fails, nothing was spent and the earlier one stays valid. Only an SMS that may have been sent, and paid for, stays counted. [F14]
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

/**
 * Removes challenges that a killed process was sending for a device, and their counts, so that the user can retry at
 * once.
 */
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
  await freeMessageSlots(client, id)
}

async function sendLocked(
  custody: Custody,
  challenge: ChallengeToSend & Pick<NewChallenge, 'id'>,
): Promise<SentChallenge> {
  const { database, now } = custody
  const { id, caller, purpose, decide, use, event } = challenge
  // reject floods before the lock below, so that they don't block others
  const first = await decide(database)
  for (const slot of toSlots(custody, challenge, first)) await assertWithin(database, { ...slot, now: now() })
  const { mails, inserted } = await database.inTransaction(async (client) => {
    await lockOn(client, [`email ${toRecipientIndex(custody, challenge).toString('hex')}`])
    const decision = await decide(client)
    await takeSlots(client, { slots: toSlots(custody, challenge, decision), now: now(), owner: id })
    return {
      mails: decision.mails,
      inserted: await insertChallenge(custody, client, { ...challenge, ...decision }),
    }
  })
  try {
    await send(custody, challenge, { ...inserted, mails })
  } catch (cause) {
    custody.warn(cause)
    if (cause instanceof UncertainSmsError) await database.query('DELETE FROM challenges WHERE id = $1', [id])
    else await database.inTransaction((client) => forget(client, id))
    throw challenge.phone
      ? new CallError('We couldn’t send the text message. Try again.', { code: 'SMS_FAILED', cause })
      : new CallError('We couldn’t send the email. Try again.', { code: 'MAIL_FAILED', cause })
  }
  await database.inTransaction(async (client) => {
    const condition = "device_id = $1 AND purpose = $2 AND (id = $3 OR state = 'open')"
    const values = [caller.deviceId, purpose, id]
    for (const one of await lockChallenges(custody, client, { condition, values })) {
      const state = one.id === id ? 'open' : 'replaced'
      await changeChallenge(custody, client, { challenge: one, change: { state } })
    }
    await use?.(client)
    await appendAudit(custody, client, {
      event,
      project: caller.project,
      device: caller.deviceId,
      challenge: id,
      mails,
    })
  })
  return { mails, id, expiresAt: inserted.expiresAt, retryAfter: toPause(custody, challenge) }
}

async function send(
  { mailer, sms }: Custody,
  challenge: Message & Pick<NewChallenge, 'id' | 'caller'>,
  written: Written,
): Promise<void> {
  if (!challenge.phone) return mailer.send(challenge.email, challenge.write(written))
  if (!sms) throw new Error('There is no receiver of text messages.')
  const { id, caller, phone } = challenge
  const { number: to, country } = phone
  await sms.send({ id, project: caller.project, to, country, purpose: 'login', ...challenge.write(written) })
}

type Places = Recipient & Pick<ChallengeToSend, 'ip' | 'caller'>

/** The budgets that an email or an SMS counts towards. */
function toSlots(custody: Custody, places: Places, { isKnown }: Pick<Decision, 'isKnown'>): readonly Slot[] {
  if (places.phone) return toSmsSlots(custody, places, { isKnown, number: places.phone.number })
  const { ip, email, caller } = places
  const { emailLimits, keys } = custody
  const mailbox = toEmailIndex(custody, email)
  if (isKnown) return [toKnownSlot(custody, { deviceId: caller.deviceId, mailbox })]
  const network = toNetwork(ip)
  return [
    { limit: emailLimits.mailbox, subject: mailbox },
    { limit: emailLimits.sourceAndMailbox, subject: toMac(keys.tokens, ['network', network, mailbox]) },
    { limit: emailLimits.source, subject: toMac(keys.tokens, ['network', network]) },
  ]
}

/**
 * Each SMS costs money, and some countries pay part of it to whoever has its number read: the budget of the project bounds that. Browsers
 * that a number's owner has used have one of their own, so that strangers can't use it up.
 */
function toSmsSlots(
  { keys, projects }: Custody,
  { ip, caller: { project, deviceId } }: Places,
  { isKnown, number }: { readonly isKnown: boolean; readonly number: string },
): readonly Slot[] {
  const phone = toPhoneIndex({ keys }, number)
  const perDay = projects.get(project)?.sms?.perDay ?? 0
  const ofProject = {
    limit: { kind: 'smsProject', rules: [{ max: perDay, within: 86_400_000 }] },
    subject: toMac(keys.tokens, ['sms', project, isKnown ? 'known' : 'new']),
  } as const
  if (isKnown) return [{ limit: limits.smsKnown, subject: toMac(keys.tokens, ['known', deviceId, phone]) }, ofProject]
  const network = toNetwork(ip)
  return [
    { limit: limits.sms, subject: phone },
    { limit: limits.smsFromTo, subject: toMac(keys.tokens, ['network', network, phone]) },
    { limit: limits.smsFrom, subject: toMac(keys.tokens, ['network', network]) },
    ofProject,
  ]
}

/** The budget of a device on which the mailbox's owner has logged in, or approved a link. */
export function toKnownSlot(
  { emailLimits, keys }: Pick<Custody, 'emailLimits' | 'keys'>,
  { deviceId, mailbox }: { readonly deviceId: string; readonly mailbox: Buffer },
): Slot {
  return { limit: emailLimits.knownDevice, subject: toMac(keys.tokens, ['known', deviceId, mailbox]) }
}

/** Seconds between two messages, as long as no hourly or daily limit is reached. */
function toPause({ emailLimits: { mailbox, knownDevice } }: Custody, { phone }: Recipient): number {
  const counted = phone ? [limits.sms, limits.smsKnown] : [mailbox, knownDevice]
  const pauses = counted.flatMap(({ rules }) => rules).flatMap(({ max, within }) => (max === 1 ? [within] : []))
  return Math.ceil(Math.max(0, ...pauses) / 1_000)
}
