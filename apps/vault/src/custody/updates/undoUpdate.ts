import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { announce } from '../notices/announce.js'
import type { MailLinkRow } from '../notices/mailLink.js'
import { undoSeals } from '../seals/pendingSeal.js'
import { writeIdentity } from '../users/createUser.js'
import { findEmailIdentity, findIdentity } from '../users/identity.js'
import { lockUser } from '../users/lockUser.js'

/**
 * Gives a user the address of before a change back. Nobody stays logged in; devices that came with the change or after it are forgotten,
 * and so is what was made since then to come back in by.
 */
export async function undoUpdate(custody: Custody, client: Queryable, link: MailLinkRow): Promise<void> {
  const { user_id: userId, project, email_index: emailIndex, email: sealed, created_at: changedAt } = link
  if (emailIndex === null || sealed === null) throw new Error('A change of an address has none to go back to.')
  await lockOn(client, [`mailbox ${project} ${emailIndex.toString('hex')}`])
  const taken = await findIdentity(custody, client, { project, emailIndex })
  if (taken && taken.user_id !== userId)
    throw new CustodyFault('Somebody logs in with this email address already.', { code: 'EMAIL_TAKEN' })
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
  // nor does anybody come in, or sign, by what was added in that time
  await client.query('DELETE FROM logins WHERE user_id = $1 AND linked_at >= $2', since)
  await client.query('DELETE FROM permissions WHERE user_id = $1 AND created_at >= $2', since)
  // links to addresses in between lead nowhere any more, and were not pressed
  await client.query(
    'UPDATE mail_links SET used_at = 0 WHERE user_id = $1 AND created_at >= $2 AND used_at IS NULL',
    since,
  )
  // a seal that was made or begun since then may be one for ransom
  await undoSeals(custody, client, { project, userId, since: Number(changedAt) })
  const between = identity && unsealEmail(custody, identity.email, userId)
  await announce(custody, client, {
    ...{ event: 'update.undone', project, userId },
    ...(between !== undefined && between !== email && { others: [{ email: between, text: 'update.undone.former' }] }),
  })
  await appendAudit(custody, client, { event: 'update.undone', user: userId })
}
