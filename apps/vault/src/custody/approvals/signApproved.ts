import { createHash } from 'node:crypto'
import { readCanonical } from '../../signing/readCanonical.js'
import { signRequest } from '../../signing/signRequest.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { getUserId } from '../devices/findCaller.js'
import { limits } from '../limits/limits.js'
import { takeSlots } from '../limits/takeSlots.js'
import { admitRequest } from '../operations/admitRequest.js'
import { keepResult } from '../operations/keepResult.js'
import { assertRow } from '../sealing/rowMac.js'
import { assertSigning } from '../signingSwitch/signingSwitch.js'
import { spendWithin } from '../spending/spendWithin.js'
import { assertUnlocked, findWallet, getAccounts, withEntropy } from '../wallets/wallet.js'
import type { ApprovalRow } from './approval.js'
import { toAskedBy } from './rejectRequest.js'

/**
 * Signs what the visitor has agreed to: the device's own signature covers the digest of what was shown. Once, and only by who was
 * shown it; that it was used is on disk before anything is signed.
 */
export async function signApproved(
  { custody, caller }: Call,
  { id, digest }: { readonly id: string; readonly digest: string },
): Promise<{ readonly result: unknown }> {
  const { database, keys, now } = custody
  const userId = getUserId(caller)
  const { deviceId, origin } = caller
  const wallet = await findWallet(custody, database, userId)
  await assertUnlocked(custody, wallet)
  const { canonical, method, chain } = await database.inTransaction(async (client) => {
    const time = now()
    await assertSigning(client)
    await takeSlots(client, { slots: [{ limit: limits.sign, subject: Buffer.from(userId) }], now: time })
    const [row] = await client.query<ApprovalRow>(
      `UPDATE approvals SET state = 'signed' WHERE id = $1 AND user_id = $2 AND device_id = $3 AND origin = $4
         AND digest = $5 AND state = 'open' AND valid_until > $6 RETURNING *`,
      [id, userId, deviceId, origin, digest, time],
    )
    if (!row) throw new CustodyFault('This request is over. Ask for it again.', { code: 'NO_APPROVAL' })
    assertRow(keys, 'approvals', row)
    if (createHash('sha256').update(row.canonical).digest('hex') !== digest)
      throw new Error('A request is not the one of its digest.')
    const { request, reading } = readCanonical(row.canonical, getAccounts(wallet))
    const asked = {
      summary: reading.summary,
      params: request.params,
      userId,
      origin,
      chain: row.chain,
      isSigning: true,
    }
    await admitRequest(custody, client, asked)
    await spendWithin(custody, client, asked)
    await client.query('DELETE FROM limit_events WHERE kind = $1 AND subject = $2', [
      limits.reject.kind,
      toAskedBy(custody, { userId, origin }),
    ])
    await appendAudit(custody, client, { event: 'request.signed', user: userId, device: deviceId, request: id, digest })
    return row
  })
  const expected = { digest, method, chain, origin }
  const result = await withEntropy(custody, wallet, (entropy) => signRequest({ canonical, entropy, expected }))
  return { result: await keepResult(custody, { method, result, userId, origin, chain }) }
}
