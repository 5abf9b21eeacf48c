import { randomBytes } from 'node:crypto'
import type { Queryable, Transaction } from '@latchkey/server-kit/database'
import type { AccountPurpose } from '../../protocol/account.js'
import type { FactorProof } from '../../protocol/factor.js'
import type { Custody } from '../custody.js'
import { type Call, type Caller, getTrustedUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { takeFactor } from '../factors/takeFactor.js'
import { assertNotFrozen, assertNoUndo, freezeTime, toFrozen } from '../freezes/walletFreeze.js'
import { unsealEmail } from '../mail/address.js'
import { writeAccountEmail } from '../mail/emails.js'
import { findDeviceUser } from '../users/deviceUser.js'
import { findEmailIdentity } from '../users/identity.js'
import { isGuest } from '../users/login.js'
import { getUserRow } from '../users/user.js'
import { assertCodesLeft, compareCode, useChallenge } from './compareCode.js'
import { sendChallenge } from './sendChallenge.js'

/** Milliseconds for which a login counts as proof of identity for users without a mailbox. */
export const freshFor = 600_000

/** Whether a user logged in on this device within the last ten minutes. */
export function isFresh({ now }: Pick<Custody, 'now'>, { session }: Pick<Caller, 'session'>): boolean {
  return session !== undefined && now() - session.createdAt <= freshFor
}

/**
 * Requires a recent login of a user without a mailbox. A guest has none to repeat: the browser that has the wallet may add a login to it,
 * and nothing else. Throws `RESUMED` or `NOT_ALLOWED`.
 */
export async function assertFresh(
  custody: Pick<Custody, 'keys' | 'database' | 'now'>,
  caller: Caller,
  purpose: AccountPurpose,
): Promise<void> {
  if (await isGuest(custody, custody.database, getTrustedUserId(caller))) {
    if (purpose !== 'link') throw new CallError('Add a login to your wallet first.', { code: 'NOT_ALLOWED' })
  } else if (!isFresh(custody, caller)) throw new CallError('Log in again to do this.', { code: 'RESUMED' })
}

type Proof = {
  readonly userId: string
  /** Whether the user's second factor was taken. */
  readonly hasFactor: boolean
  /** Uses the proof, in the transaction of the confirmed action. Throws if another call has just done so. */
  readonly use: (client: Transaction) => Promise<void>
}

type ProofToTake = {
  readonly purpose: AccountPurpose
  readonly code: string | undefined
  readonly proof?: FactorProof | undefined
  /**
   * Whether to require the user's second factor, if any. Default: true. False for actions that only protect the wallet.
   */
  readonly takesFactor?: boolean | undefined
}

/**
 * Requires a fresh proof of identity for one purpose: the code that {@link sendFreshCode} sent or, for a wallet without a mailbox, a login
 * on this page within ten minutes, at a provider that was asked to reauthenticate; and the second factor of a user who has one, before the
 * code is compared. Throws CallError.
 */
export async function takeProof(call: Call, { purpose, code, proof, takesFactor = true }: ProofToTake): Promise<Proof> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  const factor = takesFactor ? await takeFactor(call, { userId, proof }) : undefined
  const hasFactor = factor?.isNeeded === true
  const identity = await findEmailIdentity(custody, custody.database, userId)
  if (!identity) {
    await assertFresh(custody, caller, purpose)
    return { userId, hasFactor, use: async (client) => factor?.use(client) }
  }
  const none = new CallError('Request a code first.', { code: 'NO_CHALLENGE' })
  if (code === undefined) throw none
  const compared = await compareCode(custody, { caller, purpose, code })
  if (compared.challenge.user_id !== userId) throw none
  return {
    userId,
    hasFactor,
    use: async (client) => {
      if (!(await useChallenge(custody, client, compared))) throw none
      await factor?.use(client)
    },
  }
}

/** Emails a code that confirms one action on the calling device. */
export async function sendFreshCode(
  { custody, caller, requester, ip }: Call,
  { purpose }: { readonly purpose: AccountPurpose },
): Promise<{ readonly expiresAt: number; readonly retryAfter: number }> {
  const userId = getTrustedUserId(caller)
  const identity = await findEmailIdentity(custody, custody.database, userId)
  if (!identity) throw new CallError('This wallet has no email address. Log in again instead.', { code: 'NOT_ALLOWED' })
  if (purpose === 'export' || purpose === 'seal') await assertSettledDevice(custody, custody.database, caller)
  if (purpose === 'import' || purpose === 'custody') await assertMayReplaceAccounts(custody, custody.database, caller)
  const { expiresAt, retryAfter } = await sendChallenge(custody, {
    caller,
    requester,
    ip,
    purpose,
    event: 'account.asked',
    email: unsealEmail(custody, identity.email, userId),
    change: { userId, id: randomBytes(16).toString('hex') },
    decide: async (client) => {
      await assertCodesLeft(custody, client, { purpose, email_index: identity.email_index })
      return { mails: 'code', isKnown: true }
    },
    write: ({ secret }) => writeAccountEmail({ ...requester, purpose, code: secret }),
  })
  return { expiresAt, retryAfter }
}

/** When a device becomes settled and may export: a day after it became the user's, in which they can read the notice about it. */
export function toExportTime(since: number): number {
  return since + freezeTime
}

/** Throws `FROZEN` on a device that is less than a day old, and within a day after the email address was changed. */
export async function assertSettledDevice(custody: Custody, client: Queryable, caller: Caller): Promise<void> {
  const userId = getTrustedUserId(caller)
  await assertNotFrozen(custody, client, userId)
  const known = await findDeviceUser(custody, client, { deviceId: caller.deviceId, userId })
  const wait = toExportTime(known?.since ?? custody.now()) - custody.now()
  if (wait > 0) throw toFrozen('This browser is new to your wallet', wait)
}

/**
 * Throws `FROZEN` where the user's accounts may not be replaced by others: as {@link assertSettledDevice}, except in the user's first day, in
 * which no device is older and there is little to lose; and while a change of the address can be undone.
 */
export async function assertMayReplaceAccounts(custody: Custody, client: Queryable, caller: Caller): Promise<void> {
  const userId = getTrustedUserId(caller)
  await assertNoUndo(custody, client, userId)
  const { created_at } = await getUserRow(custody, client, userId)
  if (custody.now() - Number(created_at) < freezeTime) await assertNotFrozen(custody, client, userId)
  else await assertSettledDevice(custody, client, caller)
}
