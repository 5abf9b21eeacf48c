import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertWithin } from '../limits/assertWithin.js'
import { limits } from '../limits/limits.js'

/** Throws `TOO_MANY` where ten wrong codes of a mailbox were tried within a day: there is no link to go by here. */
export async function assertNotGuessed(
  { now }: Pick<Custody, 'now'>,
  client: Queryable,
  emailIndex: Uint8Array,
): Promise<void> {
  await assertWithin(client, { limit: limits.wrongCode, subject: emailIndex, now: now() })
}
