import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { type ComparedCode, compareCode, useChallenge } from '../challenges/compareCode.js'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { announce } from '../notices/announce.js'
import { assertWalletActive, findFormerOwner } from '../notices/freeze.js'
import { voidMailLinks } from '../notices/mailLink.js'
import { writeIdentity } from '../users/createUser.js'
import { rememberDevice } from '../users/deviceUser.js'
import { findEmailIdentity, findIdentity } from '../users/identity.js'
import { lockUser } from '../users/lockUser.js'
import { getUpdater } from './getUpdater.js'

/**
 * Takes the code of the new mailbox, and changes the address in one transaction: nobody else has it, other devices are logged out and
 * have to show a link again. Both mailboxes are told.
 */
export async function finishUpdate(
  call: Call,
  { code }: { readonly code: string },
): Promise<{ readonly email: string }> {
  const { custody, caller } = call
  const userId = getUpdater(caller)
  const compared = await compareCode(custody, { caller, purpose: 'secondary', code })
  const { challenge } = compared
  if (challenge.user_id !== userId) throw new CustodyFault('Ask for a code first.', { code: 'NO_CHALLENGE' })
  const email = unsealEmail(custody, challenge.email, challenge.id)
  await custody.database.inTransaction(async (client) => {
    if (await useChallenge(custody, client, compared)) await changeEmail(call, client, { ...compared, userId, email })
  })
  return { email }
}

async function changeEmail(
  { custody, caller, asker }: Call,
  client: Queryable,
  { challenge, userId, email }: ComparedCode & { readonly userId: string; readonly email: string },
): Promise<void> {
  const { deviceId, project } = caller
  const { browser, place } = asker
  await lockOn(client, [`mailbox ${project} ${challenge.email_index.toString('hex')}`])
  const taken = await findIdentity(custody, client, { project, emailIndex: challenge.email_index })
  if (taken && taken.user_id !== userId) throw toTaken()
  await lockUser(client, userId)
  await assertWalletActive(custody, client, userId)
  const former = await findFormerOwner(custody, client, { project, emailIndex: challenge.email_index })
  if (former && former.userId !== userId) throw toTaken()
  const identity = await findEmailIdentity(custody, client, userId)
  const before = identity && unsealEmail(custody, identity.email, userId)
  await writeIdentity(custody, client, { userId, project, email })
  // others of before the change show a link first; this one is as new as the address
  await rememberDevice(custody, client, { deviceId, userId, browser, place })
  const others = [userId, deviceId]
  await client.query('DELETE FROM sessions WHERE user_id = $1 AND device_id <> $2', others)
  await client.query(
    "UPDATE approvals SET state = 'ended' WHERE user_id = $1 AND device_id <> $2 AND state = 'open'",
    others,
  )
  await client.query("DELETE FROM challenges WHERE user_id = $1 AND state = 'open'", [userId])
  // the mailbox of before can undo the change, and nothing else
  await voidMailLinks(client, userId)
  await announce(custody, client, {
    ...{ event: 'update.done', project, userId, asker, byDevice: deviceId },
    ...(before !== undefined && { others: [{ email: before, text: 'update.done.former', undo: true }] }),
  })
  await appendAudit(custody, client, { event: 'update.done', user: userId, device: deviceId, challenge: challenge.id })
}

function toTaken(): CustodyFault {
  return new CustodyFault('Somebody logs in with this email address already.', { code: 'EMAIL_TAKEN' })
}
