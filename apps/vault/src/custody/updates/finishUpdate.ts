import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { type ComparedCode, compareCode, useChallenge } from '../challenges/compareCode.js'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { writeChangedLetter } from '../mail/letters.js'
import { notify } from '../mail/notify.js'
import { writeIdentity } from '../users/createUser.js'
import { findEmailIdentity, findIdentity } from '../users/identity.js'
import { getUpdater } from './getUpdater.js'

/**
 * Takes the code of the new mailbox, and changes the address in one transaction: nobody else has it, other devices are logged out and
 * have to show a link again. Both mailboxes are told.
 */
export async function finishUpdate(
  call: Call,
  { code }: { readonly code: string },
): Promise<{ readonly email: string }> {
  const { custody, caller, asker } = call
  const userId = getUpdater(caller)
  const compared = await compareCode(custody, { caller, purpose: 'secondary', code })
  const { challenge } = compared
  if (challenge.user_id !== userId) throw new CustodyFault('Ask for a code first.', { code: 'NO_CHALLENGE' })
  const email = unsealEmail(custody, challenge.email, challenge.id)
  const previous = await custody.database.inTransaction(async (client) =>
    (await useChallenge(custody, client, compared)) ? changeEmail(call, client, { ...compared, userId, email }) : null,
  )
  if (previous !== null) {
    if (previous !== undefined)
      notify(custody, { to: previous, letter: writeChangedLetter({ ...asker, isNew: false }) })
    notify(custody, { to: email, letter: writeChangedLetter({ ...asker, isNew: true }) })
  }
  return { email }
}

/** Gives the address of before, if there was one. */
async function changeEmail(
  { custody, caller }: Call,
  client: Queryable,
  { challenge, userId, email }: ComparedCode & { readonly userId: string; readonly email: string },
): Promise<string | undefined> {
  const { deviceId, project } = caller
  await lockOn(client, [`mailbox ${project} ${challenge.email_index.toString('hex')}`])
  const taken = await findIdentity(custody, client, { project, emailIndex: challenge.email_index })
  if (taken && taken.user_id !== userId)
    throw new CustodyFault('Somebody logs in with this email address already.', { code: 'EMAIL_TAKEN' })
  const identity = await findEmailIdentity(custody, client, userId)
  await writeIdentity(custody, client, { userId, project, email })
  const others = [userId, deviceId]
  await client.query('DELETE FROM sessions WHERE user_id = $1 AND device_id <> $2', others)
  await client.query('DELETE FROM device_users WHERE user_id = $1 AND device_id <> $2', others)
  await client.query(
    "UPDATE approvals SET state = 'ended' WHERE user_id = $1 AND device_id <> $2 AND state = 'open'",
    others,
  )
  await client.query("UPDATE challenges SET state = 'ended' WHERE user_id = $1 AND state = 'open'", [userId])
  await appendAudit(custody, client, { event: 'update.done', user: userId, device: deviceId, challenge: challenge.id })
  return identity && unsealEmail(custody, identity.email, userId)
}
