import type { CustodyParams } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { assertRow, toRowMac } from '../sealing/rowMac.js'
import { getUpdater } from '../updates/getUpdater.js'
import type { ApprovalRow } from './approval.js'

/**
 * Lets a resumed session sign one request: its user approved it in a window of the vault's own, with the key and the login of that window,
 * which no script of an app has.
 */
export async function giveConsent(
  { custody, caller }: Call,
  { id, digest }: CustodyParams<'consent.give'>,
): Promise<Readonly<Record<string, never>>> {
  const { database, keys, now } = custody
  const userId = getUpdater(caller)
  await database.inTransaction(async (client) => {
    const [row] = await client.query<ApprovalRow>(
      `SELECT * FROM approvals WHERE id = $1 AND user_id = $2 AND digest = $3 AND state = 'open' AND valid_until > $4
       FOR UPDATE`,
      [id, userId, digest, now()],
    )
    if (!row)
      throw new CustodyFault('This request has expired, or it is for another wallet than the one you use here.', {
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
