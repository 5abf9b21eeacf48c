import type { CustodyParams } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { addSlots, getWait, limits, lockSlots } from '../limits/limits.js'

export type ApprovalRow = {
  readonly id: string
  readonly user_id: string
  readonly device_id: string
  readonly origin: string
  readonly method: string
  readonly chain: string
  readonly canonical: string
  readonly digest: string
  readonly valid_until: string
  /** The device of the vault's own window that approved it for a resumed session. */
  readonly consent_by: string | null
  readonly mac: Buffer
}

/** Milliseconds for which a request can be approved. [security.md §3.5] */
export const approvalTime = 300_000

/**
 * Lets a resumed session sign one request, which its user approved in the vault's own window, with that window's key and login. No script
 * of an app has either.
 */
export async function giveConsent(
  { custody, caller }: Call,
  { id, digest }: CustodyParams<'consent.give'>,
): Promise<Readonly<Record<string, never>>> {
  const { database, keys, now } = custody
  const userId = getTrustedUserId(caller)
  await database.inTransaction(async (client) => {
    const [row] = await client.query<ApprovalRow>(
      `SELECT * FROM approvals WHERE id = $1 AND user_id = $2 AND digest = $3 AND state = 'open' AND valid_until > $4
       FOR UPDATE`,
      [id, userId, digest, now()],
    )
    if (!row)
      throw new CallError('This request has expired, or it’s for a different wallet.', {
        code: 'NO_APPROVAL',
      })
    assertRow(keys, 'approvals', row)
    const consented = { ...row, consent_by: caller.deviceId }
    await client.query('UPDATE approvals SET consent_by = $2, mac = $3 WHERE id = $1', [
      ...[id, caller.deviceId],
      toRowMac(keys, 'approvals', consented),
    ])
    await appendAudit(custody, client, {
      event: 'request.consented',
      user: userId,
      device: caller.deviceId,
      request: id,
    })
  })
  return {}
}

/**
 * Ends a request that the user declined. After three declined requests in a row, a site may not ask for a minute. Requests that have ended
 * stay as they are.
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

/** A site, as seen by one user. */
export function toAskedBy(
  { keys }: Pick<Custody, 'keys'>,
  { userId, origin }: { readonly userId: string; readonly origin: string },
): Buffer {
  return toMac(keys.tokens, ['asks', userId, origin])
}
