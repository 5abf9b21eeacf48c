import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { announce } from '../notices/announce.js'

/** Ends a recovery before it is due. The code that it was begun with stays used up. */
export async function cancelRecovery(
  custody: Custody,
  client: Queryable,
  {
    project,
    userId,
    byDevice,
  }: { readonly project: string; readonly userId: string; readonly byDevice?: string | undefined },
): Promise<void> {
  const gone = await client.query('DELETE FROM recoveries WHERE user_id = $1 RETURNING 1', [userId])
  if (gone.length === 0) return
  await announce(custody, client, { event: 'recovery.cancelled', project, userId, byDevice })
  await appendAudit(custody, client, { event: 'recovery.cancelled', user: userId })
}
