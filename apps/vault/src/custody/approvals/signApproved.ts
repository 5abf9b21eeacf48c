import { createHash } from 'node:crypto'
import type { TransferHold } from '../../protocol/custody.js'
import { readCanonical } from '../../signing/readCanonical.js'
import { signRequest } from '../../signing/signRequest.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { Queryable } from '../database/queryable.js'
import { getUserId } from '../devices/findCaller.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { limits } from '../limits/limits.js'
import { takeSlots } from '../limits/takeSlots.js'
import type { Letter } from '../mail/letter.js'
import { formatTime, writeHeldLetter } from '../mail/letters.js'
import { notify } from '../mail/notify.js'
import { toAccountUrl } from '../mail/toAccountUrl.js'
import { createMailLink } from '../notices/mailLink.js'
import { admitRequest } from '../operations/admitRequest.js'
import { keepResult } from '../operations/keepResult.js'
import { assertRow } from '../sealing/rowMac.js'
import { assertSigning } from '../signingSwitch/signingSwitch.js'
import { enforcePolicy } from '../spending/policy.js'
import { commitSpending, releaseSpending } from '../spending/spending.js'
import { findEmailIdentity } from '../users/identity.js'
import { assertUnlocked, findWallet, getAccounts, withEntropy } from '../wallets/wallet.js'
import type { ApprovalRow } from './approval.js'
import { toAskedBy } from './rejectRequest.js'

/**
 * Signs what the user has approved: the device's own signature covers the digest of what was shown. Once, and only for who was
 * shown it. That it was used, and what it counts towards limits, is on disk before anything is signed. Throws `HELD` where the
 * operator's policy has it wait: the hold begins with the approval, and nothing is signed.
 */
export async function signApproved(
  { custody, caller, asker }: Call,
  { id, digest }: { readonly id: string; readonly digest: string },
): Promise<{ readonly result: unknown }> {
  const { database, keys, now } = custody
  const userId = getUserId(caller)
  const { deviceId, origin, project } = caller
  const wallet = await findWallet(custody, database, userId)
  await assertUnlocked(custody, wallet, caller)
  const accounts = getAccounts(wallet)
  const approved = await database.inTransaction(async (client) => {
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
    const { request, reading } = readCanonical(row.canonical, accounts)
    const { summary } = reading
    const { chain } = row
    const outcome = await enforcePolicy(custody, client, { project, userId, deviceId, chain, summary, accounts })
    if (outcome.isHeld) return { hold: outcome.hold, notice: await keepHold(client, outcome) }
    const { params } = request
    await admitRequest(custody, client, { summary, params, userId, project, origin, chain, isSigning: true })
    await client.query('DELETE FROM limit_events WHERE kind = $1 AND subject = $2', [
      limits.reject.kind,
      toAskedBy(custody, { userId, origin }),
    ])
    await appendAudit(custody, client, { event: 'request.signed', user: userId, device: deviceId, request: id, digest })
    return { row, reservation: outcome.reservation }
  })
  if ('hold' in approved) {
    if (approved.notice) notify(custody, approved.notice)
    throw toHeld(approved.hold, now())
  }
  const { row, reservation } = approved
  const { canonical, method, chain } = row
  const expected = { digest, method, chain, origin }
  try {
    const sign = (entropy: Uint8Array): ReturnType<typeof signRequest> => signRequest({ canonical, entropy, expected })
    const result = await withEntropy(custody, { wallet, caller }, sign)
    const kept = await keepResult(custody, { method, result, userId, origin, chain })
    if (reservation) await commitSpending(custody, reservation)
    return { result: kept }
  } catch (cause) {
    // nobody was given a signature; where even this fails it counts for a day, as one that was
    if (reservation) await releaseSpending(custody, reservation).catch(custody.warn)
    throw cause
  }

  async function keepHold(
    client: Queryable,
    { hold, isNew }: { readonly hold: TransferHold; readonly isNew: boolean },
  ): Promise<{ readonly to: string; readonly letter: Letter } | undefined> {
    await client.query("UPDATE approvals SET state = 'held' WHERE id = $1", [id])
    const { until, reason } = hold
    const entry = { user: userId, device: deviceId, request: id, digest, until, reason }
    await appendAudit(custody, client, { event: 'transfer.held', ...entry })
    const identity = isNew ? await findEmailIdentity(custody, client, userId) : undefined
    if (!identity) return undefined
    const cancel = await createMailLink(custody, client, { kind: 'hold', project, userId, deviceId })
    const letter = writeHeldLetter({ ...asker, until, cancel, account: toAccountUrl(custody, project) })
    return { to: unsealEmail(custody, identity.email, userId), letter }
  }
}

function toHeld({ until }: TransferHold, now: number): CustodyFault {
  return new CustodyFault(`This transfer is held until ${formatTime(until)}. Nothing was sent. Ask again after that.`, {
    code: 'HELD',
    retryAfter: Math.ceil((until - now) / 1_000),
  })
}
