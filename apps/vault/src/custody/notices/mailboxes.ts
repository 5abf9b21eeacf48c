import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import type { Letter } from '../mail/letter.js'
import { notify } from '../mail/notify.js'
import { assertRow } from '../sealing/rowMac.js'
import { findEmailIdentity } from '../users/identity.js'
import type { MailLinkRow } from './mailLink.js'

/** The changes of an address that a link still undoes, the newest first. */
export async function listUndoLinks(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  userId: string,
): Promise<readonly MailLinkRow[]> {
  const rows = await query<MailLinkRow>(
    `SELECT * FROM mail_links WHERE user_id = $1 AND kind = 'undo' AND used_at IS NULL AND valid_until > $2
     ORDER BY created_at DESC`,
    [userId, now()],
  )
  for (const row of rows) assertRow(keys, 'mail_links', row)
  return rows
}

/** Every address that a user has, and those that they may still go back to. */
export async function listMailboxes(
  custody: Pick<Custody, 'keys' | 'now' | 'instance'>,
  client: Queryable,
  userId: string,
): Promise<readonly string[]> {
  const identity = await findEmailIdentity(custody, client, userId)
  const former = await listUndoLinks(custody, client, userId)
  const addresses = former.flatMap(({ id, email }) => (email === null ? [] : [unsealEmail(custody, email, id)]))
  return [...new Set([...(identity ? [unsealEmail(custody, identity.email, userId)] : []), ...addresses])]
}

/** Notifies every mailbox of a user. Nothing waits for it. */
export async function notifyMailboxes(
  custody: Custody,
  client: Queryable,
  { userId, letter }: { readonly userId: string; readonly letter: Letter },
): Promise<void> {
  for (const to of await listMailboxes(custody, client, userId)) notify(custody, { to, letter })
}
