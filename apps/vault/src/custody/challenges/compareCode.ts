import type { Queryable } from '@latchkey/server-kit/database'
import { appendAudit } from '../audit/appendAudit.js'
import { isSameMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Caller } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { addSlots, assertWithin, freeSlots, getWait, limits, lockSlots } from '../limits/limits.js'
import {
  type ChallengeRow,
  challengeTimes,
  changeChallenge,
  lockChallenges,
  maxAttempts,
  maxAttemptsOfLink,
  type Purpose,
  toCodeMac,
} from './challenge.js'

type CodeToCompare = { readonly caller: Caller; readonly purpose: Purpose; readonly code: string }

export type ComparedCode = { readonly challenge: ChallengeRow }

/** A code that was counted as a wrong attempt: ids in the database, and the key in this process's memory. */
type CountedCode = ComparedCode & { readonly counted: readonly string[]; readonly ownKey: string }

const wrong = (): CallError => new CallError('Invalid code', { code: 'CODE_WRONG' })

/**
 * Returns the challenge that a code is right for. Each comparison is counted, on disk, before it is made, so at most three of any number of
 * parallel attempts are compared. This process counts them in memory too, so restoring rows gives no more than three per process. A
 * right code costs no attempt, even if its action fails. A malformed one isn't compared, and costs nothing. Throws CallError.
 */
export async function compareCode(custody: Custody, { caller, purpose, code }: CodeToCompare): Promise<ComparedCode> {
  const digits = code.trim()
  if (!/^[0-9]{6}$/.test(digits)) throw wrong()
  const { database, keys, events } = custody
  const compared = await database
    .inTransaction((client) => countAttempt(custody, client, { caller, purpose }))
    .catch((cause: unknown) => {
      if (cause instanceof CallError && cause.code === 'CODE_SPENT') events.onCode('refused')
      throw cause
    })
  const { challenge } = compared
  const isRight = isSameMac(challenge.code_mac, toCodeMac(keys, challenge, digits))
  events.onCode(isRight ? 'right' : 'wrong')
  if (isRight) {
    if ('counted' in compared) await freeAttempt(custody, compared)
    return { challenge }
  }
  await database.inTransaction((client) =>
    appendAudit(custody, client, { event: 'login.wrongCode', device: caller.deviceId, challenge: challenge.id }),
  )
  throw wrong()
}

async function countAttempt(
  custody: Custody,
  client: Queryable,
  { caller, purpose }: Omit<CodeToCompare, 'code'>,
): Promise<ComparedCode | CountedCode> {
  const now = custody.now()
  const [challenge] = await lockChallenges(custody, client, {
    condition: "device_id = $1 AND purpose = $2 AND code_mac IS NOT NULL AND state IN ('open', 'used')",
    values: [caller.deviceId, purpose],
  })
  const none = new CallError('Request a code first.', { code: 'NO_CHALLENGE' })
  if (!challenge) throw none
  if (challenge.state === 'used') {
    const isOver = now - Number(challenge.used_at) >= challengeTimes.repeat || challenge.repeats >= maxAttempts
    if (isOver) throw none
    await changeChallenge(custody, client, { challenge, change: { repeats: challenge.repeats + 1 } })
    return { challenge }
  }
  if (now >= Number(challenge.code_expires_at))
    throw new CallError('This code has expired. Request a new one.', { code: 'CODE_EXPIRED' })
  const spent = new CallError('Too many incorrect codes. Request a new one.', { code: 'CODE_SPENT' })
  if (challenge.attempts >= maxAttempts) throw spent
  const slot = { limit: limits.wrongCode, subject: toCodeSubject(challenge) }
  await lockSlots(client, [slot])
  const wait = await getWait(client, { ...slot, now })
  // a user who opened a link in the mailbox may continue, so that an attacker can't lock them out
  if (wait > 0 && challenge.approved_at === null) throw spent
  const ownKey = countInMemory(custody, challenge)
  if (ownKey === null) throw spent
  await changeChallenge(custody, client, { challenge, change: { attempts: challenge.attempts + 1 } })
  return { challenge, counted: await addSlots(client, { slots: [slot], now }), ownKey }
}

async function freeAttempt(custody: Custody, { challenge: { id }, counted, ownKey }: CountedCode): Promise<void> {
  const { database, counts } = custody
  await database.inTransaction(async (client) => {
    const condition = "id = $1 AND state = 'open'"
    const [challenge] = await lockChallenges(custody, client, { condition, values: [id] })
    if (challenge) await changeChallenge(custody, client, { challenge, change: { attempts: challenge.attempts - 1 } })
    await freeSlots(client, counted)
  })
  counts.free(`code ${id}`)
  counts.free(ownKey)
}

/**
 * Counts an attempt in memory, so that an attacker who can write to the database can't undo it. Returns the key to free
 * after a correct code, or null if no attempts are left.
 */
function countInMemory({ counts, now }: Custody, challenge: ChallengeRow): string | null {
  const { id, device_id, approved_at, code_expires_at } = challenge
  if (!counts.take(`code ${id}`, { max: maxAttempts, until: Number(code_expires_at) })) return null
  const { max: maxPerMailbox, within } = wrongCodes
  const [key, max] =
    approved_at === null
      ? [toMailboxKey(toCodeSubject(challenge)), maxPerMailbox]
      : [`link ${device_id} ${approved_at}`, maxAttemptsOfLink]
  return counts.take(key, { max, until: now() + within }) ? key : null
}

const [wrongCodes = { max: 0, within: 0 }] = limits.wrongCode.rules

/** Whether so many wrong codes were tried for a mailbox today that a link is required first. */
export async function isOutOfCodes(
  { counts, now }: Pick<Custody, 'counts' | 'now'>,
  client: Queryable,
  emailIndex: Buffer,
): Promise<boolean> {
  if (counts.getCount(toMailboxKey(emailIndex)) >= wrongCodes.max) return true
  return (await getWait(client, { limit: limits.wrongCode, subject: emailIndex, now: now() })) > 0
}

function toMailboxKey(subject: Buffer): string {
  return `mailbox ${subject.toString('hex')}`
}

/** Purposes of codes for an address that a user wants to add: anybody can have one sent to any address. */
const forNewAddress: readonly Purpose[] = ['secondary', 'guest', 'recoveryEmail']

type CodeTarget = Pick<ChallengeRow, 'purpose' | 'email_index'>

/** Wrong codes are counted per mailbox. Those for a new address are counted separately, so that strangers can't block its owner. */
function toCodeSubject({ purpose, email_index }: CodeTarget): Buffer {
  return forNewAddress.includes(purpose) ? Buffer.concat([Buffer.from('new '), email_index]) : email_index
}

/** Uses a challenge. Returns false if a parallel call has just done so; then that call's result counts. */
export async function useChallenge(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { challenge: { id } }: ComparedCode,
): Promise<boolean> {
  const condition = "id = $1 AND state = 'open'"
  const [challenge] = await lockChallenges(custody, client, { condition, values: [id] })
  if (!challenge) return false
  await changeChallenge(custody, client, { challenge, change: { state: 'used', used_at: custody.now() } })
  return true
}

/** Throws `TOO_MANY` if ten wrong codes of a mailbox were tried within a day: there is no link to fall back to here. */
export async function assertCodesLeft(
  { now }: Pick<Custody, 'now'>,
  client: Queryable,
  target: CodeTarget,
): Promise<void> {
  await assertWithin(client, { limit: limits.wrongCode, subject: toCodeSubject(target), now: now() })
}
