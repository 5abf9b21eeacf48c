import { CustodyFault } from '../CustodyFault.js'
import type { Queryable } from '../database/queryable.js'
import { getWait } from './getWait.js'
import type { Slot } from './limits.js'

/** Throws `TOO_MANY` where a limit is reached, and counts nothing. */
export async function assertWithin(client: Queryable, slot: Slot & { readonly now: number }): Promise<void> {
  const wait = await getWait(client, slot)
  if (wait > 0) throw toTooMany(wait)
}

/** `wait`: milliseconds until it is good again. */
export function toTooMany(wait: number): CustodyFault {
  const retryAfter = Math.ceil(wait / 1_000)
  return new CustodyFault(`Please try again after ${retryAfter} seconds`, { code: 'TOO_MANY', retryAfter })
}
