import type { Queryable } from '@latchkey/server-kit/database'
import { toValueText } from '../../projects/policy.js'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { FactorProof, FactorsState } from '../../protocol/factor.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertSettledDevice, takeProof } from '../challenges/proof.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import {
  changeTotp,
  countBackupCodes,
  createBackupCodes,
  createTotp,
  findFactors,
  findStep,
  findTotp,
  removeFactors,
  toTotpUri,
} from '../factors/factors.js'
import { findLoss } from '../factors/loss.js'
import { takeFactor } from '../factors/takeFactor.js'
import { assertNotFrozen, assertWalletActive } from '../freezes/walletFreeze.js'
import { limits, takeSlots } from '../limits/limits.js'
import { unsealEmail } from '../mail/address.js'
import { announce } from '../notices/announce.js'
import { findEmailIdentity } from '../users/identity.js'
import { listLogins, readLoginName } from '../users/login.js'
import { changeUser, getUserRow, lockUser } from '../users/user.js'

type Nothing = Readonly<Record<string, never>>

/** A user's second factors, as their owner sees them. */
export async function getFactorsState(
  custody: Custody,
  client: Queryable,
  { userId, project, exportFrom }: { readonly userId: string; readonly project: string; readonly exportFrom: number },
): Promise<FactorsState> {
  const factors = await findFactors(custody, client, userId)
  const loss = await findLoss(custody, client, userId)
  const { step_up_above, created_at } = await getUserRow(custody, client, userId)
  const policy = custody.projects.get(project)?.policy
  const asked = policy?.stepUpAbove
  return {
    ...(factors && { since: factors.since }),
    kinds: factors?.kinds ?? [],
    addFrom: isNewWallet(custody, created_at) ? Number(created_at) : exportFrom,
    backupCodes: await countBackupCodes(client, userId),
    ...(loss && { lossDueAt: loss.dueAt }),
    ...(step_up_above !== null && { above: step_up_above }),
    ...(asked !== undefined && { projectAbove: toValueText(asked) }),
    isPriced: policy !== undefined && [...policy.assets.values()].some(({ price }) => price !== undefined),
  }
}

/**
 * Creates the secret for an authenticator app, shown once. It counts once {@link confirmTotp} has seen a code of it. Requires a fresh proof
 * on a device that is a day old, so that a mailbox thief can't lock the owner out; any device will do while the wallet itself is younger.
 */
export async function beginTotp(
  call: Call,
  { code }: CustodyParams<'factors.begin'>,
): Promise<CustodyResult<'factors.begin'>> {
  const { custody, caller } = call
  await assertMayAdd(call, custody.database)
  const { userId, use } = await takeProof(call, { purpose: 'factor', code })
  return custody.database.inTransaction(async (client) => {
    await lockUser(client, userId)
    await assertMayAdd(call, client)
    await use(client)
    const secret = await createTotp(custody, client, userId)
    const issuer = custody.projects.get(caller.project)?.name ?? caller.project
    return { secret, uri: toTotpUri({ secret, issuer, account: await toAccountName(custody, client, userId) }) }
  })
}

const day = 86_400_000

async function assertMayAdd(call: Call, client: Queryable): Promise<void> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  if (await findFactors(custody, client, userId))
    throw new CallError('Your wallet already has a second factor.', { code: 'INVALID_PARAMS' })
  const { created_at } = await getUserRow(custody, client, userId)
  if (isNewWallet(custody, created_at)) await assertNotFrozen(custody, client, userId)
  else await assertSettledDevice(custody, client, caller)
}

/** There is nothing in it yet that a thief could take hostage. */
function isNewWallet({ now }: Pick<Custody, 'now'>, createdAt: string): boolean {
  return now() - Number(createdAt) < day
}

/** What the authenticator app shows beside the code: the email address, or the name of a login. */
async function toAccountName(custody: Custody, client: Queryable, userId: string): Promise<string> {
  const identity = await findEmailIdentity(custody, client, userId)
  if (identity) return unsealEmail(custody, identity.email, userId)
  const [login] = await listLogins(custody, client, userId)
  return (login && readLoginName(custody, login)) ?? 'Wallet'
}

/** Milliseconds in which the secret has to be confirmed. */
const confirmTime = 900_000

/** Turns the second factor on with its first code, and returns the backup codes. Every mailbox and device is notified. */
export async function confirmTotp(
  call: Call,
  { code }: CustodyParams<'factors.confirm'>,
): Promise<CustodyResult<'factors.confirm'>> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  // counted even if it is wrong, as another browser may have begun it
  const slots = [{ limit: limits.factor, subject: Buffer.from(`confirm ${userId}`) }]
  await custody.database.inTransaction((client) => takeSlots(client, { slots, now: custody.now() }))
  return custody.database.inTransaction(async (client) => {
    await lockUser(client, userId)
    await assertMayAdd(call, client)
    const row = await findTotp(custody, client, userId, { isLocked: true })
    if (row?.state !== 'open' || custody.now() - Number(row.created_at) > confirmTime)
      throw new CallError('Set up your authenticator app again.', { code: 'NO_CHALLENGE' })
    const step = findStep(custody, row, code.replace(/\s/g, ''))
    if (step === null)
      throw new CallError('This code is wrong. Check the time of your phone, and enter the code shown now.', {
        code: 'CODE_WRONG',
      })
    await changeTotp(custody, client, { row, state: 'confirmed', last_step: step })
    await changeUser(custody, client, { userId, factors_since: custody.now() })
    const codes = await createBackupCodes(custody, client, row)
    await announceOwn(call, client, { event: 'factor.added', userId })
    return { codes }
  })
}

/** Removes the second factor. It takes a code, as all changes below. Every mailbox and device is notified. */
export function removeOwnFactors(call: Call, { proof }: CustodyParams<'factors.remove'>): Promise<Nothing> {
  return changeFactors(call, proof, {
    event: 'factor.removed',
    work: async (client, userId) => {
      await removeFactors(call.custody, client, userId)
      return {}
    },
  })
}

/** Replaces the backup codes. */
export function renewBackupCodes(
  call: Call,
  { proof }: CustodyParams<'factors.renew'>,
): Promise<CustodyResult<'factors.renew'>> {
  return changeFactors(call, proof, {
    event: 'factor.renewed',
    work: async (client, userId) => {
      const row = await findTotp(call.custody, client, userId)
      if (!row) throw toNone()
      return { codes: await createBackupCodes(call.custody, client, row) }
    },
  })
}

/** Sets what the user may send within a day without a second factor. The app's own limit applies too. */
export function setStepUp(call: Call, { above, proof }: CustodyParams<'factors.limit'>): Promise<Nothing> {
  return changeFactors(call, proof, {
    event: 'factor.limited',
    work: async (client, userId) => {
      await changeUser(call.custody, client, { userId, step_up_above: above })
      return {}
    },
  })
}

type FactorChange<result> = {
  readonly event: 'factor.removed' | 'factor.renewed' | 'factor.limited'
  readonly work: (client: Queryable, userId: string) => Promise<result>
}

async function changeFactors<result>(
  call: Call,
  proof: FactorProof | undefined,
  { event, work }: FactorChange<result>,
): Promise<result> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  const factor = await takeFactor(custody, { caller, userId, proof })
  if (!factor.isNeeded) throw toNone()
  return custody.database.inTransaction(async (client) => {
    await lockUser(client, userId)
    await assertWalletActive(custody, client, userId)
    await factor.use(client)
    const result = await work(client, userId)
    await announceOwn(call, client, { event, userId })
    return result
  })
}

function toNone(): CallError {
  return new CallError('Your wallet has no second factor.', { code: 'INVALID_PARAMS' })
}

async function announceOwn(
  { custody, caller, requester }: Call,
  client: Queryable,
  { event, userId }: { readonly event: 'factor.added' | FactorChange<unknown>['event']; readonly userId: string },
): Promise<void> {
  const { project, deviceId } = caller
  await announce(custody, client, { event, project, userId, requester, byDevice: deviceId, deviceId, toFormer: true })
  await appendAudit(custody, client, { event, user: userId, device: deviceId })
}

/** Milliseconds in which the notice of a new second factor can remove it: a thief may have added it to lock the owner out. */
const undoTime = 3 * day

/** Removes a second factor that was added less than 72 hours ago. Throws `NOT_ALLOWED` after that. */
export async function undoFactors(
  custody: Custody,
  client: Queryable,
  { project, userId }: { readonly project: string; readonly userId: string },
): Promise<void> {
  await lockUser(client, userId)
  const factors = await findFactors(custody, client, userId)
  if (!factors) return
  if (custody.now() - factors.since > undoTime)
    throw new CallError('This can be undone for 72 hours only. Report your second factor lost on your wallet page.', {
      code: 'NOT_ALLOWED',
    })
  await removeFactors(custody, client, userId)
  await announce(custody, client, { event: 'factor.removed', project, userId, toFormer: true })
  await appendAudit(custody, client, { event: 'factor.removed', user: userId })
}
