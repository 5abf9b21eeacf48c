import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { assertNotFrozen, assertWalletActive } from '../freezes/walletFreeze.js'
import { limits, takeSlots } from '../limits/limits.js'
import { announce } from '../notices/announce.js'
import { voidMailLinks } from '../notices/mailLink.js'
import { getUserRow, lockUser } from '../users/user.js'
import { findFactors, removeFactors } from './factors.js'

type Nothing = Readonly<Record<string, never>>

type LossRow = {
  readonly user_id: string
  /** Of the user's factors when it was reported. It doesn't concern later ones. */
  readonly factors_since: string
  readonly created_at: string
  readonly due_at: string
  /** A row from longer ago removes nothing. */
  readonly valid_until: string
  readonly mac: Buffer
}

const day = 86_400_000

/** Milliseconds: during `wait` every mailbox and device may cancel it. */
const lossTimes: Readonly<Record<'wait' | 'open', number>> = { wait: 3 * day, open: 33 * day }

/** Finds a reported loss that hasn't taken effect. */
export async function findLoss(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  userId: string,
): Promise<{ readonly dueAt: number } | undefined> {
  const [row] = await query<LossRow>('SELECT * FROM factor_losses WHERE user_id = $1 AND valid_until > $2', [
    ...[userId, now()],
  ])
  if (!row) return undefined
  assertRow(keys, 'factor_losses', row)
  return { dueAt: Number(row.due_at) }
}

/**
 * Schedules the removal of second factors that a user has lost, in 72 hours. Requires only the first factor, so every
 * mailbox and device is notified and can cancel it. Until then the second factors are still required.
 */
export async function reportLoss({ custody, caller, requester }: Call): Promise<{ readonly dueAt: number }> {
  const userId = caller.waiting?.userId ?? getTrustedUserId(caller)
  const { project, deviceId } = caller
  return custody.database.inTransaction(async (client) => {
    await assertNotFrozen(custody, client, userId)
    await lockUser(client, userId)
    const factors = await findFactors(custody, client, userId)
    if (!factors) throw toNoFactor()
    const pending = await findLoss(custody, client, userId)
    if (pending) return pending
    const now = custody.now()
    await takeSlots(client, { slots: [{ limit: limits.factorLoss, subject: Buffer.from(userId) }], now })
    const row = {
      user_id: userId,
      factors_since: factors.since,
      created_at: now,
      due_at: now + lossTimes.wait,
      valid_until: now + lossTimes.open,
    }
    await client.query('DELETE FROM factor_losses WHERE user_id = $1', [userId])
    await client.query(
      `INSERT INTO factor_losses (user_id, factors_since, created_at, due_at, valid_until, mac)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [...Object.values(row), toRowMac(custody.keys, 'factor_losses', row)],
    )
    await announce(custody, client, {
      event: 'factor.lost',
      project,
      userId,
      requester,
      byDevice: deviceId,
      deviceId,
      due: row.due_at,
      toFormer: true,
    })
    await appendAudit(custody, client, { event: 'factor.lost', user: userId, device: deviceId, until: row.due_at })
    return { dueAt: row.due_at }
  })
}

function toNoFactor(): CallError {
  return new CallError('Your wallet has no second factor.', { code: 'INVALID_PARAMS' })
}

export type LossToCancel = {
  readonly project: string
  readonly userId: string
  /** The device that cancels it; undefined for a link. */
  readonly byDevice?: string | undefined
}

/** Cancels a reported loss: the factors stay. Does nothing if there is none. */
export async function cancelLoss(
  custody: Custody,
  client: Queryable,
  { project, userId, byDevice }: LossToCancel,
): Promise<void> {
  const deleted = await client.query('DELETE FROM factor_losses WHERE user_id = $1 RETURNING 1', [userId])
  if (deleted.length === 0) return
  await voidMailLinks(client, userId, 'keep')
  await announce(custody, client, { event: 'factor.kept', project, userId, byDevice })
  await appendAudit(custody, client, { event: 'factor.kept', user: userId })
}

/** Cancels from a device on which the user is logged in. Throws `INVALID_PARAMS` once the factors are removed. */
export async function cancelOwnLoss({ custody, caller }: Call): Promise<Nothing> {
  const userId = getUserId(caller)
  const { project, deviceId: byDevice } = caller
  await custody.database.inTransaction(async (client) => {
    await cancelLoss(custody, client, { project, userId, byDevice })
    if (!(await findFactors(custody, client, userId))) throw toNoFactor()
  })
  return {}
}

/**
 * Removes the factors of this user, or of all users, whose reported loss is due. Skips users while their wallet is
 * frozen.
 */
export async function applyDueLosses(custody: Custody, userId?: string): Promise<void> {
  const rows = await custody.database.query<{ user_id: string }>(
    `SELECT user_id FROM factor_losses WHERE due_at <= $1 ${userId === undefined ? '' : 'AND user_id = $2'} LIMIT 100`,
    [custody.now(), ...(userId === undefined ? [] : [userId])],
  )
  for (const row of rows)
    try {
      await custody.database.inTransaction((client) => applyLoss(custody, client, row.user_id))
    } catch (cause) {
      if (userId !== undefined) throw cause
      // those of other users are still removed
      custody.warn(cause)
    }
}

/** Removes a user's factors if their loss is due and the wallet isn't frozen, in the caller's transaction. */
export async function applyLoss(custody: Custody, client: Queryable, userId: string): Promise<void> {
  await lockOn(client, [`factor loss ${userId}`])
  const now = custody.now()
  const [row] = await client.query<LossRow>(
    'SELECT * FROM factor_losses WHERE user_id = $1 AND due_at <= $2 AND valid_until > $2 FOR UPDATE',
    [userId, now],
  )
  if (!row) return
  assertRow(custody.keys, 'factor_losses', row)
  const factors = await findFactors(custody, client, userId)
  if (factors?.since !== Number(row.factors_since)) {
    await client.query('DELETE FROM factor_losses WHERE user_id = $1', [userId])
    return
  }
  const user = await readActive(custody, client, userId)
  if (!user) return
  await removeFactors(custody, client, userId)
  await voidMailLinks(client, userId, 'keep')
  const { project } = user
  await announce(custody, client, { event: 'factor.gone', project, userId, toFormer: true })
  await appendAudit(custody, client, { event: 'factor.gone', user: userId })
}

/**
 * Returns the user, or undefined while their wallet is frozen, so that they can still cancel removals started in their
 * name.
 */
async function readActive(
  custody: Custody,
  client: Queryable,
  userId: string,
): Promise<{ readonly project: string } | undefined> {
  try {
    await assertWalletActive(custody, client, userId)
    return await getUserRow(custody, client, userId)
  } catch (cause) {
    if (cause instanceof CallError && (cause.code === 'FROZEN' || cause.code === 'WALLET_FROZEN')) return undefined
    throw cause
  }
}
