import { createHash } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { CustodyParams, TransferHold } from '../../protocol/custody.js'
import { InvalidRequestError } from '../../signing/InvalidRequestError.js'
import type { Accounts } from '../../signing/keys.js'
import { readCanonical } from '../../signing/readRequest.js'
import { completeRequest } from '../../signing/signRequest.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow } from '../crypto/rowMac.js'
import { type Call, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { takeFactor, toFactorNeeded } from '../factors/takeFactor.js'
import { assertSigning, whileSigning } from '../freezes/signingSwitch.js'
import { isSplit } from '../keys/host/keyHost.js'
import { limits, takeSlots } from '../limits/limits.js'
import { formatTime } from '../mail/emails.js'
import { announce } from '../notices/announce.js'
import { releasePermission } from '../operations/permission.js'
import { admitRequest, storeResult } from '../operations/requests.js'
import { toAssertion, verifyAssertion } from '../passkeys/ceremony.js'
import { restoreHold } from '../spending/holds.js'
import { enforcePolicy } from '../spending/policy.js'
import { commitSpending, releaseSpending } from '../spending/spending.js'
import { findStepUp } from '../spending/stepUp.js'
import { withSplitKey } from '../split/split.js'
import { assertSelfCustody, findAccountsOn, toPasskeyKey } from '../wallets/selfCustody.js'
import { assertUnlocked, findWallet, withLocks } from '../wallets/wallet.js'
import { type ApprovalRow, toAskedBy } from './approval.js'

/**
 * Signs a request that the user approved: the device's signature covers the digest of the displayed request. Works
 * once, and only for the device that displayed it. Above the user's or the app's limit, it also requires the user's
 * second factor. The use and the amounts that count towards limits are on disk before anything is signed. Throws
 * `FACTOR_NEEDED`, and `HELD` if the operator's policy holds the request: the hold begins with the approval, and
 * nothing is signed.
 */
export async function signApproved(
  call: Call,
  { id, digest, proof, passkey: response }: CustodyParams<'request.sign'>,
): Promise<{ readonly result: unknown }> {
  const { custody, caller, requester } = call
  const { database, keys, now } = custody
  const userId = getUserId(caller)
  const { deviceId, origin, project } = caller
  const wallet = await findWallet(custody, database, userId)
  // passkey signatures don't need the wallet's key
  if (!response) await assertUnlocked(custody, wallet, caller)
  // compared, and counted, first: a wrong code leaves the request open
  const factor = proof && (await takeFactor(call, { userId, proof, digest }))
  if (response) return sign()
  if (isSplit(wallet)) await admitOpening()
  return withSplitKey(custody, { wallet, signed: caller.signed }, sign)

  /** Share holders are asked for open requests alone, and as often as the user may sign: they have one limit for all users. */
  async function admitOpening(): Promise<void> {
    await database.inTransaction(async (client) => {
      const time = now()
      const slots = [{ limit: limits.sign, subject: Buffer.from(`open ${userId}`) }]
      await takeSlots(client, { slots, now: time })
      const open = await client.query(`SELECT 1 FROM approvals WHERE ${isOpen}`, toValues(time))
      if (open.length === 0) throw toOver()
    })
  }

  /** The values of {@link isOpen}. */
  function toValues(time: number): readonly unknown[] {
    return [id, userId, deviceId, origin, digest, time]
  }

  async function sign(splitKey?: Buffer | undefined): Promise<{ readonly result: unknown }> {
    const approved = await database.inTransaction(async (client) => {
      const time = now()
      await assertSigning(custody, client, userId)
      await takeSlots(client, { slots: [{ limit: limits.sign, subject: Buffer.from(userId) }], now: time })
      const [row] = await client.query<ApprovalRow>(
        `UPDATE approvals SET state = 'signed' WHERE ${isOpen} RETURNING *`,
        toValues(time),
      )
      if (!row) throw toOver()
      assertRow(keys, 'approvals', row)
      // anyone with the app's token could resume the session elsewhere, so the user approves in the vault's own window
      if (caller.isResumed && !row.consent_by)
        throw new CallError('Approve this in the wallet’s own window.', { code: 'RESUMED' })
      if (createHash('sha256').update(row.canonical).digest('hex') !== digest)
        throw new Error('A request is not the one of its digest.')
      const accounts = await findAccountsOn(custody, client, wallet, row.chain)
      const { request, reading } = readCanonical(row.canonical, accounts)
      const { summary } = reading
      const { chain } = row
      const policyRequest = { project, userId, deviceId, chain, summary, accounts }
      const isByPasskey = reading.passkey !== undefined
      // again: the project may not have required it when the request was prepared
      assertSelfCustody(custody, { project, wallet, summary, isByPasskey })
      // the passkey is a second factor itself
      const kinds = isByPasskey ? null : await findStepUp(custody, client, policyRequest)
      const hasFactor = isByPasskey || factor?.isNeeded
      const outcome = await enforcePolicy(custody, client, { ...policyRequest, hasFactor })
      if (outcome.isHeld) {
        await keepHold(client, outcome)
        return { hold: outcome.hold }
      }
      // it may have been added since it was compared
      if (kinds && !factor?.isNeeded) throw toFactorNeeded(kinds)
      await factor?.use(client)
      const { params } = request
      const admitted = { summary, params, userId, project, origin, chain, isSigning: true }
      const permissionUse = await admitRequest(custody, client, admitted)
      await client.query('DELETE FROM limit_events WHERE kind = $1 AND subject = $2', [
        limits.reject.kind,
        toAskedBy(custody, { userId, origin }),
      ])
      await appendAudit(custody, client, {
        event: 'request.signed',
        user: userId,
        device: deviceId,
        request: id,
        digest,
      })
      // last: a ceremony is used up even if a later step fails
      const completed = isByPasskey ? { result: await completeByPasskey(client, { row, accounts }) } : undefined
      const { reservation, usedHold } = outcome
      return { row, reservation, usedHold, permissionUse, completed }
    })
    if ('hold' in approved) throw toHeld(approved.hold, now())
    const { row, reservation, usedHold, permissionUse, completed } = approved
    const { canonical, method, chain } = row
    const expected = { digest, method, chain, origin }
    try {
      // this process signs it once, even if the row is restored
      if (!custody.usedApprovals.take(id, { max: 1, until: Number(row.valid_until) })) throw toOver()
      const result = completed
        ? await whileSigning(custody, userId, async () => completed.result)
        : await withLocks(custody, { wallet, caller, splitKey }, (locks) =>
            custody.keyHost.sign({ wallet, locks, canonical, expected }),
          )
      const kept = await storeResult(call, { method, result, userId, origin, chain })
      if (reservation) await commitSpending(custody, reservation)
      return { result: kept }
    } catch (cause) {
      // no signature was released; if even this fails, it counts as if it had been signed
      if (reservation) await releaseSpending(custody, reservation).catch(custody.warn)
      if (usedHold) await restoreHold(custody, usedHold).catch(custody.warn)
      if (permissionUse) await releasePermission(custody, permissionUse).catch(custody.warn)
      throw cause
    }
  }

  /** The request with the signature of the account's passkey, which was verified as the chain will. Throws `PASSKEY_REFUSED`. */
  async function completeByPasskey(
    client: Queryable,
    { row, accounts }: { readonly row: ApprovalRow; readonly accounts: Accounts },
  ): Promise<unknown> {
    if (!response) throw toNoPasskey()
    const asked = { purpose: 'sign', userId, subject: digest, response: toAssertion(response) } as const
    const { passkey, ...assertion } = await verifyAssertion(call, client, asked)
    if (!passkey.publicKey) throw toNoPasskey()
    const { canonical, method, chain } = row
    const key = toPasskeyKey(passkey.publicKey)
    try {
      return completeRequest({ canonical, accounts, expected: { digest, method, chain, origin }, key, assertion })
    } catch (cause) {
      throw cause instanceof InvalidRequestError ? toNoPasskey(cause) : cause
    }
  }

  async function keepHold(
    client: Queryable,
    { hold, isNew }: { readonly hold: TransferHold; readonly isNew: boolean },
  ): Promise<void> {
    await client.query("UPDATE approvals SET state = 'held' WHERE id = $1", [id])
    const { until, reason } = hold
    if (isNew)
      await announce(custody, client, {
        event: 'transfer.held',
        project,
        userId,
        requester,
        byDevice: deviceId,
        deviceId,
        until,
      })
    const entry = { user: userId, device: deviceId, request: id, digest, until, reason }
    await appendAudit(custody, client, { event: 'transfer.held', ...entry })
  }
}

const isOpen = `id = $1 AND user_id = $2 AND device_id = $3 AND origin = $4 AND digest = $5 AND state = 'open'
  AND valid_until > $6`

function toNoPasskey(cause?: unknown): CallError {
  return new CallError('The passkey of your smart account has to sign this.', { code: 'PASSKEY_REFUSED', cause })
}

function toOver(): CallError {
  return new CallError('This request has ended. Start it again in the app.', { code: 'NO_APPROVAL' })
}

function toHeld({ until }: TransferHold, now: number): CallError {
  return new CallError(
    `This transfer is on hold until ${formatTime(until)}. Nothing was sent. Start it again after that.`,
    {
      code: 'HELD',
      retryAfter: Math.ceil((until - now) / 1_000),
    },
  )
}
