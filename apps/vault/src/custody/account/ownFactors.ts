import type { Queryable } from '@latchkey/server-kit/database'
import { toValueText } from '../../projects/policy.js'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { FactorKind, FactorProof, FactorsState } from '../../protocol/factor.js'
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
  removeFactor,
  removeFactors,
  toTotpUri,
} from '../factors/factors.js'
import { findLoss } from '../factors/loss.js'
import { verifyPasskeyFactor } from '../factors/passkeyFactor.js'
import { takeFactor, toFactorNeeded } from '../factors/takeFactor.js'
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
    addFrom: isNewWallet(custody, created_at) ? 0 : exportFrom,
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
 * A user with another second factor has to present it.
 */
export async function beginTotp(
  call: Call,
  { code, proof }: CustodyParams<'factors.begin'>,
): Promise<CustodyResult<'factors.begin'>> {
  const { custody, caller } = call
  await assertMayAdd(call, custody.database, 'totp')
  const { userId, hasFactor, use } = await takeProof(call, { purpose: 'factor', code, proof })
  return custody.database.inTransaction(async (client) => {
    await lockUser(client, userId)
    await assertMayAdd(call, client, 'totp')
    await assertTaken(custody, client, { userId, hasFactor })
    await use(client)
    const secret = await createTotp(custody, client, userId)
    const issuer = custody.projects.get(caller.project)?.name ?? caller.project
    return { secret, uri: toTotpUri({ secret, issuer, account: await toAccountName(custody, client, userId) }) }
  })
}

const day = 86_400_000

async function assertMayAdd(call: Call, client: Queryable, kind: FactorKind): Promise<void> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  if ((await findFactors(custody, client, userId))?.kinds.includes(kind))
    throw new CallError('Your wallet already has this second factor.', { code: 'INVALID_PARAMS' })
  const { created_at } = await getUserRow(custody, client, userId)
  if (isNewWallet(custody, created_at)) await assertNotFrozen(custody, client, userId)
  else await assertSettledDevice(custody, client, caller)
}

/** There is nothing in it yet that a thief could take hostage. */
function isNewWallet({ now }: Pick<Custody, 'now'>, createdAt: string): boolean {
  return now() - Number(createdAt) < day
}

/** Returns the account name shown in the authenticator app: the email address, or the name of a login. */
async function toAccountName(custody: Custody, client: Queryable, userId: string): Promise<string> {
  const identity = await findEmailIdentity(custody, client, userId)
  if (identity) return unsealEmail(custody, identity.email, userId)
  const [login] = await listLogins(custody, client, userId)
  return (login && readLoginName(custody, login)) ?? 'Wallet'
}

/** Milliseconds in which the secret has to be confirmed. */
const confirmTime = 900_000

/** Turns the authenticator app on with its first code, and returns the backup codes. Every mailbox and device is notified. */
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
    await assertMayAdd(call, client, 'totp')
    const row = await findTotp(custody, client, userId, { isLocked: true })
    if (row?.state !== 'open' || custody.now() - Number(row.created_at) > confirmTime)
      throw new CallError('Set up your authenticator app again.', { code: 'NO_CHALLENGE' })
    const step = findStep(custody, row, code.replace(/\s/g, ''))
    if (step === null)
      throw new CallError('This code is wrong. Check the time of your phone, and enter the code shown now.', {
        code: 'CODE_WRONG',
      })
    const kinds = (await findFactors(custody, client, userId))?.kinds ?? []
    await changeTotp(custody, client, { row, state: 'confirmed', last_step: step })
    return { codes: await addFactor(call, client, { userId, kinds, factorId: row.id }) }
  })
}

/**
 * Turns on all of the user's passkeys as a second factor, once one has proved to work. Has the same requirements as
 * {@link beginTotp}. Every mailbox and device is notified.
 */
export async function addPasskeyFactor(
  call: Call,
  { code, proof, response }: CustodyParams<'factors.addPasskey'>,
): Promise<CustodyResult<'factors.addPasskey'>> {
  const { custody } = call
  await assertMayAdd(call, custody.database, 'passkey')
  const { userId, hasFactor, use } = await takeProof(call, { purpose: 'factor', code, proof })
  // the other proofs aren't used yet, so they still count after a ceremony that was refused
  await verifyPasskeyFactor(call, { userId, response })
  return custody.database.inTransaction(async (client) => {
    await lockUser(client, userId)
    await assertMayAdd(call, client, 'passkey')
    const kinds = await assertTaken(custody, client, { userId, hasFactor })
    await use(client)
    // one that somebody has begun without a second factor can't be confirmed any more
    if (kinds.length === 0)
      await client.query("DELETE FROM totp_factors WHERE user_id = $1 AND state = 'open'", [userId])
    await changeUser(custody, client, { userId, passkey_factor_since: custody.now() })
    return { codes: await addFactor(call, client, { userId, kinds, factorId: 'passkey' }) }
  })
}

/** Returns the kinds of second factors of a user, of which one was taken. Throws `FACTOR_NEEDED` if the first was added meanwhile. */
async function assertTaken(
  custody: Custody,
  client: Queryable,
  { userId, hasFactor }: { readonly userId: string; readonly hasFactor: boolean },
): Promise<readonly FactorKind[]> {
  const kinds = (await findFactors(custody, client, userId))?.kinds ?? []
  if (kinds.length > 0 && !hasFactor) throw toFactorNeeded(kinds)
  return kinds
}

type FactorToAdd = {
  readonly userId: string
  /** Those the user has besides. */
  readonly kinds: readonly FactorKind[]
  readonly factorId: string
}

/**
 * Makes a second factor mandatory and creates the backup codes if this is the user's first. Other kinds change neither.
 */
async function addFactor(
  call: Call,
  client: Queryable,
  { userId, kinds, factorId }: FactorToAdd,
): Promise<readonly string[]> {
  const { custody } = call
  if (kinds.length > 0) {
    await announceOwn(call, client, { event: 'factor.changed', userId })
    return []
  }
  await changeUser(custody, client, { userId, factors_since: custody.now() })
  const codes = await createBackupCodes(custody, client, { userId, factorId })
  await announceOwn(call, client, { event: 'factor.added', userId })
  return codes
}

/**
 * Removes a kind of second factor. Requires a second factor, as do all changes below. Every mailbox and device is
 * notified.
 */
export function removeOwnFactor(call: Call, { kind, proof }: CustodyParams<'factors.remove'>): Promise<Nothing> {
  return changeFactors(call, proof, async (client, { userId, kinds }) => {
    if (!kinds.includes(kind)) throw toNone()
    const hasOther = await removeFactor(call.custody, client, { userId, kind })
    return { event: hasOther ? 'factor.changed' : 'factor.removed', result: {} }
  })
}

/** Replaces the backup codes. */
export function renewBackupCodes(
  call: Call,
  { proof }: CustodyParams<'factors.renew'>,
): Promise<CustodyResult<'factors.renew'>> {
  return changeFactors(call, proof, async (client, { userId, kinds }) => {
    const totp = kinds.includes('totp') ? await findTotp(call.custody, client, userId) : undefined
    const codes = await createBackupCodes(call.custody, client, { userId, factorId: totp?.id ?? 'passkey' })
    return { event: 'factor.renewed', result: { codes } }
  })
}

/** Sets the amount that the user may send per day without a second factor. The app's own limit applies too. */
export function setStepUp(call: Call, { above, proof }: CustodyParams<'factors.limit'>): Promise<Nothing> {
  return changeFactors(call, proof, async (client, { userId }) => {
    await changeUser(call.custody, client, { userId, step_up_above: above })
    return { event: 'factor.limited', result: {} }
  })
}

type FactorEvent = `factor.${'added' | 'changed' | 'removed' | 'renewed' | 'limited'}`

type FactorChange<result> = (
  client: Queryable,
  user: { readonly userId: string; readonly kinds: readonly FactorKind[] },
) => Promise<{ readonly event: FactorEvent; readonly result: result }>

async function changeFactors<result>(
  call: Call,
  proof: FactorProof | undefined,
  change: FactorChange<result>,
): Promise<result> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  const factor = await takeFactor(call, { userId, proof })
  if (!factor.isNeeded) throw toNone()
  return custody.database.inTransaction(async (client) => {
    await lockUser(client, userId)
    await assertWalletActive(custody, client, userId)
    await factor.use(client)
    const kinds = (await findFactors(custody, client, userId))?.kinds ?? []
    if (kinds.length === 0) throw toNone()
    const { event, result } = await change(client, { userId, kinds })
    await announceOwn(call, client, { event, userId })
    return result
  })
}

function toNone(): CallError {
  return new CallError('Your wallet doesn’t have this second factor.', { code: 'INVALID_PARAMS' })
}

async function announceOwn(
  { custody, caller, requester }: Call,
  client: Queryable,
  { event, userId }: { readonly event: FactorEvent; readonly userId: string },
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
