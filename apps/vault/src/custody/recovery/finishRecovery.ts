import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { writeRecoveredLetter } from '../mail/letters.js'
import { notify } from '../mail/notify.js'
import { toFrozen } from '../notices/freeze.js'
import { cancelSeal } from '../seals/pendingSeal.js'
import { writeIdentity } from '../users/createUser.js'
import { findEmailIdentity } from '../users/identity.js'
import { findRecovery } from './recovery.js'

export type RecoveredMailbox = { readonly project: string; readonly email: string; readonly emailIndex: Uint8Array }

/**
 * Whoever has just shown that a mailbox is theirs gets the wallet that a recovery moves to it: its user, or undefined where there is
 * none. Throws `FROZEN` before it is due.
 */
export async function finishRecovery(
  custody: Custody,
  client: Queryable,
  { project, email, emailIndex }: RecoveredMailbox,
): Promise<string | undefined> {
  const recovery = await findRecovery(custody, client, { project, emailIndex })
  if (!recovery) return undefined
  const wait = Number(recovery.due_at) - custody.now()
  if (wait > 0) throw toFrozen('Your wallet is on its way to this address', wait)
  const userId = recovery.user_id
  const before = await findEmailIdentity(custody, client, userId)
  await writeIdentity(custody, client, { userId, project, email })
  for (const table of ['recoveries', 'sessions', 'device_users'])
    await client.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
  await client.query("UPDATE approvals SET state = 'ended' WHERE user_id = $1 AND state = 'open'", [userId])
  // links of before lead nowhere any more, and were not pressed
  await client.query('UPDATE mail_links SET used_at = 0 WHERE user_id = $1 AND used_at IS NULL', [userId])
  // whoever had the mailbox of before may have begun it
  await cancelSeal(custody, client, { userId })
  await appendAudit(custody, client, { event: 'recovery.done', user: userId })
  if (before) notify(custody, { to: unsealEmail(custody, before.email, userId), letter: writeRecoveredLetter() })
  return userId
}
