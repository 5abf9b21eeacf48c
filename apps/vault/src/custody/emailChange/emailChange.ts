import { randomBytes } from 'node:crypto'
import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { ChallengeRow } from '../challenges/challenge.js'
import { assertCodesLeft, type ComparedCode, compareCode, useChallenge } from '../challenges/compareCode.js'
import { assertFresh } from '../challenges/proof.js'
import { sendChallenge } from '../challenges/sendChallenge.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId } from '../devices/caller.js'
import { isOwnPage } from '../devices/statement.js'
import { CallError } from '../errors/callError.js'
import { removeFactorsSince } from '../factors/factors.js'
import { takeFactor } from '../factors/takeFactor.js'
import { assertWalletActive, findFormerOwner } from '../freezes/walletFreeze.js'
import { upgradeGuest } from '../logins/openSession.js'
import { parseEmail, toEmailIndex, toMailboxLock, unsealEmail } from '../mail/address.js'
import { toAccountUrl, writePrimaryEmail, writeSecondaryEmail } from '../mail/emails.js'
import { announce } from '../notices/announce.js'
import { type MailLinkRow, voidMailLinks } from '../notices/mailLink.js'
import { findRecovery } from '../recovery/recovery.js'
import { undoSeals } from '../seals/pendingSeal.js'
import { rememberDevice } from '../users/deviceUser.js'
import { findEmailIdentity, findIdentity, writeIdentity } from '../users/identity.js'
import { lockUser } from '../users/user.js'

/**
 * Starts a change of the email address: the old mailbox confirms first, for this change to this address on this device. A user without a
 * mailbox must have logged in within ten minutes, on the vault's own page; then only the new mailbox confirms.
 */
export async function startUpdate(
  call: Call,
  params: CustodyParams<'update.start'>,
): Promise<CustodyResult<'update.start'>> {
  const { custody, caller, requester, ip } = call
  const userId = getTrustedUserId(caller)
  await custody.database.inTransaction((client) => assertWalletActive(custody, client, userId))
  const next = parseEmail(params.email)
  if (next === null) throw new CallError('Enter a valid email address.', { code: 'INVALID_EMAIL' })
  const nextIndex = toEmailIndex(custody, next)
  const identity = await findEmailIdentity(custody, custody.database, userId)
  if (identity && nextIndex.equals(identity.email_index))
    throw new CallError('This is already your email address.', { code: 'INVALID_EMAIL' })
  // no mailbox would confirm the change: an app's page could add its own address
  if (!identity && !isOwnPage(custody, caller))
    throw new CallError(`Do this at ${toAccountUrl(custody, caller.project)}.`, { code: 'NOT_HERE' })
  if (!identity) await assertFresh(custody, caller, 'link')
  const { use } = await takeFactor(call, { userId, proof: params.proof })
  const change = { userId, id: randomBytes(16).toString('hex') }
  const { expiresAt, retryAfter } = await sendChallenge(custody, {
    caller,
    requester,
    ip,
    event: 'update.asked',
    use,
    ...(identity
      ? {
          purpose: 'primary',
          email: unsealEmail(custody, identity.email, userId),
          change: { ...change, next },
          write: ({ secret }) => writePrimaryEmail({ ...requester, code: secret }),
        }
      : {
          purpose: 'secondary',
          email: next,
          change,
          write: ({ secret }) => writeSecondaryEmail({ ...requester, code: secret }),
        }),
    decide: async (client) => {
      await assertCodesLeft(
        custody,
        client,
        identity
          ? { purpose: 'primary', email_index: identity.email_index }
          : { purpose: 'secondary', email_index: nextIndex },
      )
      // the address of a user without a mailbox could be anybody's
      return { mails: 'code', isKnown: identity !== undefined }
    },
  })
  return { action: identity ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP', expiresAt, retryAfter }
}

/** Takes the code of the old mailbox, and emails one to the new address. If that fails, the same code works again for a minute. */
export async function confirmPrimary(call: Call, { code }: { readonly code: string }): Promise<Record<string, never>> {
  const { custody, caller, requester, ip } = call
  const userId = getTrustedUserId(caller)
  const compared = await compareCode(custody, { caller, purpose: 'primary', code })
  const { challenge } = compared
  const { change_id: id, next_email: sealed } = challenge
  if (challenge.user_id !== userId || id === null || sealed === null)
    throw new CallError('Request a code first.', { code: 'NO_CHALLENGE' })
  await custody.database.inTransaction((client) => useChallenge(custody, client, compared))
  if (await hasSecondary(call, challenge)) return {}
  await sendChallenge(custody, {
    caller,
    requester,
    ip,
    purpose: 'secondary',
    email: unsealEmail(custody, sealed, `${challenge.id} next`),
    change: { userId, id },
    event: 'update.asked',
    decide: async (client) => {
      if (challenge.next_index)
        await assertCodesLeft(custody, client, { purpose: 'secondary', email_index: challenge.next_index })
      return { mails: 'code', isKnown: false }
    },
    write: ({ secret }) => writeSecondaryEmail({ ...requester, code: secret }),
  })
  return {}
}

async function hasSecondary({ custody }: Call, { change_id }: ChallengeRow): Promise<boolean> {
  const rows = await custody.database.query(
    "SELECT 1 FROM challenges WHERE change_id = $1 AND purpose = 'secondary' AND state = 'open'",
    [change_id],
  )
  return rows.length > 0
}

/**
 * Takes the code of the new mailbox, and changes the address in one transaction: no other user has it, other devices are logged out and
 * need a link again. Both mailboxes are notified.
 */
export async function finishUpdate(
  call: Call,
  { code }: { readonly code: string },
): Promise<{ readonly email: string }> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  const compared = await compareCode(custody, { caller, purpose: 'secondary', code })
  const { challenge } = compared
  if (challenge.user_id !== userId) throw new CallError('Request a code first.', { code: 'NO_CHALLENGE' })
  const email = unsealEmail(custody, challenge.email, challenge.id)
  await custody.database.inTransaction(async (client) => {
    if (await useChallenge(custody, client, compared)) await changeEmail(call, client, { ...compared, userId, email })
  })
  return { email }
}

/** Sets the user's email address, unless it is another user's. Logs other devices out; a guest's are all in one browser, and stay. */
export async function changeEmail(
  { custody, caller, requester }: Call,
  client: Queryable,
  { challenge, userId, email }: ComparedCode & { readonly userId: string; readonly email: string },
): Promise<void> {
  const { deviceId, project } = caller
  const { browser, place } = requester
  await lockOn(client, [toMailboxLock({ project, emailIndex: challenge.email_index })])
  const existingIdentity = await findIdentity(custody, client, { project, emailIndex: challenge.email_index })
  if (existingIdentity && existingIdentity.user_id !== userId) throw toEmailTaken()
  await lockUser(client, userId)
  await assertWalletActive(custody, client, userId)
  const former = await findFormerOwner(custody, client, { project, emailIndex: challenge.email_index })
  if (former && former.userId !== userId) throw toEmailTaken()
  // a login with the address has to find the wallet that moves to it
  const recovery = await findRecovery(custody, client, { project, emailIndex: challenge.email_index })
  if (recovery && recovery.user_id !== userId) throw toEmailTaken()
  const identity = await findEmailIdentity(custody, client, userId)
  const before = identity && unsealEmail(custody, identity.email, userId)
  await writeIdentity(custody, client, { userId, project, email })
  const wasGuest = await upgradeGuest(custody, client, { userId, loginId: 'email' })
  // older devices need a link first; this one is as new as the address
  await rememberDevice(custody, client, { deviceId, userId, browser, place })
  const others = [userId, deviceId]
  // a guest's are all in this browser
  if (!wasGuest) {
    await client.query('DELETE FROM sessions WHERE user_id = $1 AND device_id <> $2', others)
    await client.query(
      "UPDATE approvals SET state = 'ended' WHERE user_id = $1 AND device_id <> $2 AND state = 'open'",
      others,
    )
  }
  await client.query("DELETE FROM challenges WHERE user_id = $1 AND state = 'open'", [userId])
  // the old mailbox can only undo the change
  await voidMailLinks(client, userId)
  await announce(custody, client, {
    event: 'update.done',
    project,
    userId,
    requester,
    byDevice: deviceId,
    ...(before !== undefined && { others: [{ email: before, text: 'update.done.former', undo: true }] }),
  })
  await appendAudit(custody, client, { event: 'update.done', user: userId, device: deviceId, challenge: challenge.id })
}

function toEmailTaken(): CallError {
  return new CallError('Another wallet already uses this email address.', { code: 'EMAIL_TAKEN' })
}

/**
 * Restores a user's previous address. Logs everybody out, forgets the devices that came with the change or later, and removes whatever was
 * added since to get back in.
 */
export async function undoUpdate(custody: Custody, client: Queryable, link: MailLinkRow): Promise<void> {
  const { user_id: userId, project, email_index: emailIndex, email: sealed, created_at: changedAt } = link
  if (emailIndex === null || sealed === null) throw new Error('The email change has no previous address to restore.')
  await lockOn(client, [toMailboxLock({ project, emailIndex })])
  const existingIdentity = await findIdentity(custody, client, { project, emailIndex })
  if (existingIdentity && existingIdentity.user_id !== userId)
    throw new CallError('Another wallet already uses this email address.', { code: 'EMAIL_TAKEN' })
  await lockUser(client, userId)
  const identity = await findEmailIdentity(custody, client, userId)
  const email = unsealEmail(custody, sealed, link.id)
  await writeIdentity(custody, client, { userId, project, email })
  const [mine, since] = [[userId], [userId, changedAt]]
  await client.query('DELETE FROM sessions WHERE user_id = $1', mine)
  await client.query("UPDATE approvals SET state = 'ended' WHERE user_id = $1 AND state = 'open'", mine)
  await client.query("DELETE FROM challenges WHERE user_id = $1 AND state = 'open'", mine)
  await client.query('DELETE FROM device_users WHERE user_id = $1 AND created_at >= $2', since)
  await client.query('DELETE FROM recovery_codes WHERE user_id = $1 AND created_at >= $2', since)
  await client.query('DELETE FROM recoveries WHERE user_id = $1 AND created_at >= $2', since)
  await client.query('DELETE FROM factor_losses WHERE user_id = $1 AND created_at >= $2', since)
  // credentials and permissions added since then are removed too
  await client.query('DELETE FROM logins WHERE user_id = $1 AND linked_at >= $2', since)
  await client.query('DELETE FROM passkeys WHERE user_id = $1 AND created_at >= $2', since)
  await removeFactorsSince(custody, client, { userId, since: Number(changedAt) })
  await client.query('DELETE FROM permissions WHERE user_id = $1 AND created_at >= $2', since)
  // voids links sent to addresses in between, without marking them as clicked
  await client.query(
    'UPDATE mail_links SET used_at = 0 WHERE user_id = $1 AND created_at >= $2 AND used_at IS NULL',
    since,
  )
  // a seal made or begun since then may be for ransom
  await undoSeals(custody, client, { project, userId, since: Number(changedAt) })
  const between = identity && unsealEmail(custody, identity.email, userId)
  await announce(custody, client, {
    event: 'update.undone',
    project,
    userId,
    ...(between !== undefined && between !== email && { others: [{ email: between, text: 'update.undone.former' }] }),
  })
  await appendAudit(custody, client, { event: 'update.undone', user: userId })
}
