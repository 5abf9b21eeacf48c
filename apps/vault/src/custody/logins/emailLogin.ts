import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import type { CustodyResult, LinkReply, LinkRequest, User } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import {
  type ChallengeChange,
  type ChallengeRow,
  challengeTimes,
  changeChallenge,
  createCode,
  lockChallenges,
  toCodeMac,
  toLinkHash,
} from '../challenges/challenge.js'
import { type ComparedCode, compareCode, isOutOfCodes, useChallenge } from '../challenges/compareCode.js'
import { type Decision, sendChallenge, toKnownSlot } from '../challenges/sendChallenge.js'
import { assertRow } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import type { Call } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { toFactorNeeded } from '../factors/takeFactor.js'
import { findFormerOwner, toFrozen } from '../freezes/walletFreeze.js'
import { addSlots, freeSlots } from '../limits/limits.js'
import { parseEmail, toEmailIndex, toMailboxLock, unsealEmail } from '../mail/address.js'
import { writeLinkEmail, writeLoginEmail } from '../mail/emails.js'
import { finishRecovery } from '../recovery/recovery.js'
import { findDeviceUser } from '../users/deviceUser.js'
import { findEmailIdentity, findIdentity } from '../users/identity.js'
import { lockUser } from '../users/user.js'
import { createUser, type FactorNeeded, isFactorNeeded, openFirstFactor, repeatLogin } from './openSession.js'

/**
 * Emails a link to a mailbox, or a code at once if its owner has logged in on this device before. An unknown mailbox gets the same email
 * and reply.
 */
export async function startLogin(
  { custody, caller, requester, ip }: Call,
  params: { readonly email: string },
): Promise<CustodyResult<'email.start'>> {
  const email = parseEmail(params.email)
  if (email === null) throw new CallError('Enter a valid email address.', { code: 'INVALID_EMAIL' })
  const emailIndex = toEmailIndex(custody, email)
  if (await isLoggedIn()) return { action: 'CONNECT', expiresAt: custody.now(), retryAfter: 0 }
  const { mails, expiresAt, retryAfter } = await sendChallenge(custody, {
    caller,
    requester,
    ip,
    purpose: 'login',
    email,
    event: 'login.asked',
    decide,
    write: (challenge) =>
      challenge.mails === 'link'
        ? writeLinkEmail({ ...requester, link: `${custody.publicUrl}/link?token=${challenge.secret}` })
        : writeLoginEmail({ ...requester, code: challenge.secret }),
  })
  return { action: mails === 'link' ? 'VERIFY_DEVICE' : 'VERIFY_OTP', expiresAt, retryAfter }

  // on this same device: a reloaded page continues without another email
  async function isLoggedIn(): Promise<boolean> {
    if (!caller.session || caller.isResumed) return false
    const identity = await findEmailIdentity(custody, custody.database, caller.session.userId)
    return identity?.email_index.equals(emailIndex) ?? false
  }

  async function decide(client: Queryable): Promise<Decision> {
    const now = custody.now()
    const [approval] = await client.query<ChallengeRow>(
      `SELECT * FROM challenges WHERE device_id = $1 AND purpose = 'login' AND email_index = $2
         AND approved_at > $3 AND state IN ('open', 'replaced') ORDER BY approved_at DESC LIMIT 1`,
      [caller.deviceId, emailIndex, now - challengeTimes.approval],
    )
    if (approval) assertRow(custody.keys, 'challenges', approval)
    if (approval) return { mails: 'code', approvedAt: Number(approval.approved_at), isKnown: true }
    const identity = await findIdentity(custody, client, { project: caller.project, emailIndex })
    const known =
      identity && (await findDeviceUser(custody, client, { deviceId: caller.deviceId, userId: identity.user_id }))
    // a device from before a change of the address needs a link to the new mailbox first
    const isTrusted = known !== undefined && known.since >= Number(identity?.changed_at)
    const needsLink = !isTrusted || caller.isResumed || (await isOutOfCodes(custody, client, emailIndex))
    return { mails: needsLink ? 'link' : 'code', isKnown: known !== undefined }
  }
}

/**
 * Describes the request behind a mailed link, and approves it only with `approve`, so programs that prefetch links
 * approve nothing. A link works once; the same click, sent again within a minute, gets the same reply.
 * [security.md F16, I10]
 */
export async function answerLink(custody: Custody, { token, approve }: LinkRequest): Promise<LinkReply> {
  const { database, now } = custody
  return database.inTransaction(async (client) => {
    const time = now()
    const condition = "link_hash = $1 AND state IN ('open', 'sending')"
    const [challenge] = await lockChallenges(custody, client, { condition, values: [toLinkHash(custody, token)] })
    if (!challenge) return { status: 'gone' }
    const { project, origin, browser, place } = challenge
    const expiresAt = Number(challenge.link_expires_at)
    const shown = { project, origin, browser, expiresAt, ...(place !== null && { place }) }
    if (challenge.approved_at !== null) {
      const isRepeat = approve && time - Number(challenge.approved_at) <= challengeTimes.repeat
      return isRepeat ? { status: 'approved', ...shown } : { status: 'gone' }
    }
    if (time >= expiresAt) return { status: 'gone' }
    if (!approve) return { status: 'open', ...shown }
    await changeChallenge(custody, client, { challenge, change: { approved_at: time } })
    await appendAudit(custody, client, { event: 'login.linkApproved', challenge: challenge.id })
    return { status: 'approved', ...shown }
  })
}

/**
 * Emails the code that follows an approved link, from one process; returns false if another one is about to. It counts to the device's
 * budget, as the mailbox's owner has just approved the link: another code has to wait as long as after any other email. [F6]
 */
async function mailCode(call: Call, challenge: ChallengeRow): Promise<boolean> {
  // a killed process loses its lock at once
  const release = await call.custody.locks.tryLock(`code ${challenge.id}`)
  if (!release) return false
  try {
    return await mailLockedCode(call, challenge)
  } finally {
    await release()
  }
}

/** Returns false if another process has mailed a code by now. */
async function mailLockedCode({ custody, requester }: Call, challenge: ChallengeRow): Promise<boolean> {
  const { database, keys, mailer, now } = custody
  const time = now()
  const code = createCode()
  const { id } = challenge
  const free =
    "id = $1 AND state = 'open' AND code_sent_at IS NULL AND (code_claimed_at IS NULL OR code_claimed_at <= $2)"
  const slots = [toKnownSlot(custody, { deviceId: challenge.device_id, mailbox: challenge.email_index })]
  const takenSlots = await database.inTransaction(async (client) => {
    const isClaimed = await change(client, free, time, {
      code_mac: toCodeMac(keys, challenge, code),
      code_expires_at: time + challengeTimes.code,
      code_claimed_at: time,
    })
    return isClaimed && addSlots(client, { slots, now: time })
  })
  if (!takenSlots) return false
  try {
    const { origin, browser, place } = challenge
    const content = writeLoginEmail({ ...requester, origin, browser, place, code })
    await mailer.send(unsealEmail(custody, challenge.email, challenge.id), content)
  } catch (cause) {
    custody.warn(cause)
    await database.inTransaction(async (client) => {
      await change(client, ofClaim, time, { code_mac: null, code_claimed_at: null })
      await freeSlots(client, takenSlots)
    })
    throw new CallError('We couldn’t send the email. Try again.', { code: 'MAIL_FAILED', cause })
  }
  await database.inTransaction((client) => change(client, ofClaim, time, { code_sent_at: time }))
  return true

  async function change(client: Queryable, condition: string, at: number, cells: ChallengeChange): Promise<boolean> {
    const [row] = await lockChallenges(custody, client, { condition, values: [id, at] })
    if (row) await changeChallenge(custody, client, { challenge: row, change: cells })
    return row !== undefined
  }
}

/** Claimed by this process. */
const ofClaim = 'id = $1 AND code_claimed_at = $2'

/** Milliseconds of real time, whatever custody's clock says. */
const pollTimes = { whole: 20_000, step: 750 } as const

/** Waits until the mailed link is approved, then emails the code. */
export async function awaitDevice(call: Call): Promise<CustodyResult<'email.device'>> {
  const { custody, caller, signal } = call
  const { database, keys, now } = custody
  for (let waited = 0; ; waited += pollTimes.step) {
    const [challenge] = await database.query<ChallengeRow>(
      `SELECT * FROM challenges WHERE device_id = $1 AND purpose = 'login' AND state = 'open'
       ORDER BY place_in_order DESC LIMIT 1`,
      [caller.deviceId],
    )
    if (!challenge) throw new CallError('Request a link first.', { code: 'NO_CHALLENGE' })
    assertRow(keys, 'challenges', challenge)
    // a code was sent at once, or has been by now
    if (challenge.code_sent_at !== null) return { status: 'approved' }
    if (challenge.approved_at !== null && (await mailCode(call, challenge))) return { status: 'approved' }
    if (challenge.approved_at === null && now() >= Number(challenge.link_expires_at))
      throw new CallError('This link has expired. Request a new one.', { code: 'CODE_EXPIRED' })
    if (waited >= pollTimes.whole || signal.aborted) return { status: 'pending' }
    // the caller has gone away
    await custody.wait(pollTimes.step, signal).catch(() => undefined)
  }
}

/**
 * Logs in with a mailed code, in one transaction: user, identity, wallet, device and session are all stored, or none. The same code gets
 * the same reply for a minute, however often and in parallel. [security.md F7, F8]
 */
export async function finishLogin(
  call: Call,
  { code }: { readonly code: string },
): Promise<CustodyResult<'email.verify'>> {
  const { custody, caller } = call
  const compared = await compareCode(custody, { caller, purpose: 'login', code })
  const outcome = await custody.database.inTransaction(async (client) =>
    (await useChallenge(custody, client, compared)) ? logIn(call, client, compared) : repeatLogin(call, client),
  )
  if (!outcome) throw new CallError('Request a code first.', { code: 'NO_CHALLENGE' })
  // thrown outside the transaction, as the login waits for the second factor
  if (isFactorNeeded(outcome)) throw toFactorNeeded(outcome.needs)
  return { user: outcome }
}

async function logIn(call: Call, client: Queryable, { challenge }: ComparedCode): Promise<User | FactorNeeded> {
  const { custody, caller } = call
  const { project } = caller
  const email = unsealEmail(custody, challenge.email, challenge.id)
  // two devices that log in for the first time get one user
  await lockOn(client, [toMailboxLock({ project, emailIndex: challenge.email_index })])
  const find = (): ReturnType<typeof findIdentity> =>
    findIdentity(custody, client, { project, emailIndex: challenge.email_index })
  const found = await find()
  // whoever removes this address or changes it ends the sessions that it has opened: none is added meanwhile
  if (found) await lockUser(client, found.user_id)
  const identity = found && (await find())
  const mailbox = { project, email, emailIndex: challenge.email_index }
  const known = identity?.user_id ?? (await finishRecovery(custody, client, mailbox))
  if (known === undefined) await assertAddressFree(custody, client, mailbox)
  const userId = known ?? (await createUser(custody, client, { project, email }))
  const session = { userId, isNew: known === undefined, by: 'email', loginId: 'email' } as const
  return openFirstFactor(call, client, { ...session, entry: { challenge: challenge.id } })
}

/** Throws `FROZEN` if the address can still be restored: a new wallet would be in the way. */
async function assertAddressFree(
  custody: Custody,
  client: Queryable,
  mailbox: { readonly project: string; readonly emailIndex: Uint8Array },
): Promise<void> {
  const former = await findFormerOwner(custody, client, mailbox)
  if (!former) return
  const why = 'This address was exchanged for another one: a link in its mailbox undoes that'
  throw toFrozen(why, former.until - custody.now())
}
