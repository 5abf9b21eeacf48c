import type { Queryable } from '../database/queryable.js'
import type { Limit } from './limits.js'

/** Milliseconds until one more is within the limit; 0 where it is now. */
export async function getWait(
  { query }: Queryable,
  { limit, subject, now }: { readonly limit: Limit; readonly subject: Uint8Array; readonly now: number },
): Promise<number> {
  let wait = 0
  for (const { most, within } of limit.rules) {
    // the one that has to be out of the window before another is let in
    const [row] = await query<{ at: string }>(
      'SELECT at FROM limit_events WHERE kind = $1 AND subject = $2 AND at > $3 ORDER BY at DESC OFFSET $4 LIMIT 1',
      [limit.kind, subject, now - within, most - 1],
    )
    if (row) wait = Math.max(wait, Number(row.at) + within - now)
  }
  return wait
}
