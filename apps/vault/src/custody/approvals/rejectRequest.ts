import { appendAudit } from '../audit/appendAudit.js'
import type { Call } from '../calls/call.js'
import type { Custody } from '../custody.js'
import { getUserId } from '../devices/findCaller.js'
import { getWait } from '../limits/getWait.js'
import { limits } from '../limits/limits.js'
import { addSlots, lockSlots } from '../limits/takeSlots.js'
import { toMac } from '../sealing/toMac.js'

/**
 * Ends a request that the visitor does not want. After three of one site in a row it may ask for nothing for a minute. One that is
 * over already stays so.
 */
export async function rejectRequest(
  { custody, caller }: Call,
  { id }: { readonly id: string },
): Promise<Record<string, never>> {
  const userId = getUserId(caller)
  const { deviceId, origin } = caller
  await custody.database.inTransaction(async (client) => {
    const now = custody.now()
    const rejected = await client.query(
      `UPDATE approvals SET state = 'rejected' WHERE id = $1 AND user_id = $2 AND device_id = $3 AND state = 'open'
       RETURNING 1`,
      [id, userId, deviceId],
    )
    if (rejected.length === 0) return
    const subject = toAskedBy(custody, { userId, origin })
    const slots = [{ limit: limits.reject, subject }]
    await lockSlots(client, slots)
    await addSlots(client, { slots, now })
    if ((await getWait(client, { limit: limits.reject, subject, now })) > 0) {
      await client.query('DELETE FROM limit_events WHERE kind = $1 AND subject = $2', [limits.reject.kind, subject])
      await addSlots(client, { slots: [{ limit: limits.coolDown, subject }], now })
    }
    await appendAudit(custody, client, { event: 'request.rejected', user: userId, device: deviceId, request: id })
  })
  return {}
}

/** A site as one user knows it. */
export function toAskedBy(
  { keys }: Pick<Custody, 'keys'>,
  { userId, origin }: { readonly userId: string; readonly origin: string },
): Buffer {
  return toMac(keys.tokens, ['asks', userId, origin])
}
