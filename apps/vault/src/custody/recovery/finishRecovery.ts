import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { announce } from '../notices/announce.js'
import { assertWalletActive, toFrozen } from '../notices/freeze.js'
import { cancelSeal } from '../seals/pendingSeal.js'
import { writeIdentity } from '../users/createUser.js'
import { findEmailIdentity } from '../users/identity.js'
import { findRecovery } from './recovery.js'

export type RecoveredMailbox = { readonly project: string; readonly email: string; readonly emailIndex: Uint8Array }

/**
 * Whoever has just shown that a mailbox is theirs gets the wallet that a recovery moves to it: its user, or undefined where there is
 * none. Throws `FROZEN` before it is due, and `WALLET_FROZEN`.
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
  await assertWalletActive(custody, client, userId)
  const before = await findEmailIdentity(custody, client, userId)
  await writeIdentity(custody, client, { userId, project, email })
  for (const table of ['recoveries', 'sessions', 'device_users'])
    await client.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
  await client.query("UPDATE approvals SET state = 'ended' WHERE user_id = $1 AND state = 'open'", [userId])
  // links of before lead nowhere any more, and were not pressed
  await client.query('UPDATE mail_links SET used_at = 0 WHERE user_id = $1 AND used_at IS NULL', [userId])
  const former = before && unsealEmail(custody, before.email, userId)
  await announce(custody, client, {
    ...{ event: 'recovery.done', project, userId },
    ...(former !== undefined && { others: [{ email: former, text: 'recovery.done.former' }] }),
  })
  // whoever had the mailbox of before may have begun it
  await cancelSeal(custody, client, { project, userId })
  await appendAudit(custody, client, { event: 'recovery.done', user: userId })
  return userId
}
