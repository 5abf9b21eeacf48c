import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow } from '../sealing/rowMac.js'
import { assertActive } from '../users/frozen.js'
import type { MailLinkRow } from './mailLink.js'

/** Milliseconds after a change of the address in which nothing is exported and no other device comes in. */
export const freezeTime = 86_400_000

/** Throws `FROZEN` within a day after the address was changed, unless that was undone, and `WALLET_FROZEN` for who is frozen by an operator. */
export async function assertNotFrozen(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  userId: string,
): Promise<void> {
  const time = now()
  await assertActive({ keys }, client, userId)
  const [change] = await client.query<MailLinkRow>(
    `SELECT * FROM mail_links WHERE user_id = $1 AND kind = 'undo' AND used_at IS NULL AND created_at > $2
     ORDER BY created_at DESC LIMIT 1`,
    [userId, time - freezeTime],
  )
  if (!change) return
  assertRow(keys, 'mail_links', change)
  throw toFrozen('The email address was changed less than a day ago', Number(change.created_at) + freezeTime - time)
}

/** Who may go back to an address, as it was theirs within the last 72 hours; undefined where nobody. */
export async function findFormerOwner(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { project, emailIndex }: { readonly project: string; readonly emailIndex: Uint8Array },
): Promise<{ readonly userId: string; readonly until: number } | undefined> {
  const [change] = await query<MailLinkRow>(
    `SELECT * FROM mail_links WHERE project = $1 AND email_index = $2 AND kind = 'undo' AND used_at IS NULL
       AND valid_until > $3 ORDER BY created_at DESC LIMIT 1`,
    [project, emailIndex, now()],
  )
  if (!change) return undefined
  assertRow(keys, 'mail_links', change)
  return { userId: change.user_id, until: Number(change.valid_until) }
}

/** `wait`: milliseconds. */
export function toFrozen(why: string, wait: number): CustodyFault {
  const hours = Math.ceil(wait / 3_600_000)
  return new CustodyFault(`${why}. This can be done in ${hours === 1 ? 'an hour' : `${hours} hours`}.`, {
    code: 'FROZEN',
    retryAfter: Math.ceil(wait / 1_000),
  })
}
