import { randomUUID } from 'node:crypto'
import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { type Policy, toAccountId, toAssetId } from '../../projects/policy.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import { type Call, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { limits, takeSlots } from '../limits/limits.js'
import { announce } from '../notices/announce.js'
import type { Effects, Outflow } from './outflows.js'

const day = 86_400_000

/** The amounts that a request counts towards a user's limits. Reserved before anything is signed. */
export type Reservation = { readonly id: string }

export type SpendingRow = {
  readonly asset: string
  readonly recipient: string | null
  readonly amount: string
  /** In 10⁻⁸ of the operator's unit of account; null if unknown. */
  readonly value: string | null
  /** It was confirmed with the user's second factor. */
  readonly has_factor: boolean
  readonly at: string
}

type SpendOptions = {
  readonly policy: Policy
  readonly userId: string
  /** CAIP-2. */
  readonly chain: string
  readonly effects: Effects
  readonly hasFactor?: boolean | undefined
}

/** The value of an outflow at the operator's prices, rounded up; null if it has no price. */
export function toValue(policy: Policy, chain: string, { asset, amount }: Outflow): bigint | null {
  const known = asset === null ? undefined : policy.assets.get(toAssetId(chain, asset))
  if (known?.price === undefined) return null
  const unit = 10n ** BigInt(known.decimals)
  return (amount * known.price + unit - 1n) / unit
}

/** Returns a user's transfers within 24 hours, and locks them until the transaction ends. */
export async function lockSpendings(
  { now }: Pick<Custody, 'now'>,
  client: Queryable,
  userId: string,
): Promise<readonly SpendingRow[]> {
  await lockOn(client, [`spending ${userId}`])
  return client.query<SpendingRow>(
    'SELECT asset, recipient, amount, value, has_factor, at FROM spendings WHERE user_id = $1 AND at > $2 ORDER BY at',
    [userId, now() - day],
  )
}

/** Throws `SPEND_LIMIT` if a user would send more within 24 hours than the operator allows, of an asset or in total value. */
export function assertWithinLimits(
  { now }: Pick<Custody, 'now'>,
  { policy, chain, effects }: SpendOptions,
  rows: readonly SpendingRow[],
): void {
  const time = now()
  const { outflows } = effects
  for (const id of new Set(outflows.flatMap(({ asset }) => (asset === null ? [] : [toAssetId(chain, asset)])))) {
    const limit = policy.assets.get(id)?.dailyLimit
    if (limit === undefined) continue
    const amount = sum(outflows.filter(({ asset }) => asset !== null && toAssetId(chain, asset) === id))
    const spent = rows.filter(({ asset }) => asset === id).map((row) => ({ at: row.at, amount: BigInt(row.amount) }))
    assertBelow(limit, amount, spent, time)
  }
  if (policy.dailyValue === undefined) return
  const values = outflows.map((outflow) => toValue(policy, chain, outflow))
  if (values.includes(null))
    throw new CallError('The wallet provider doesn’t support sending this asset.', { code: 'POLICY' })
  const spent = rows.map((row) => ({ at: row.at, amount: BigInt(row.value ?? 0) }))
  assertBelow(
    policy.dailyValue,
    values.reduce<bigint>((total, one) => total + (one ?? 0n), 0n),
    spent,
    time,
  )
}

/**
 * Counts the outflows of a request about to be signed, in the transaction that uses the approval. Once it commits, no
 * other process signs beyond the limits. If the process dies before signing, they stay counted for a day.
 */
export async function reserveSpending(
  { now }: Pick<Custody, 'now'>,
  { query }: Queryable,
  { policy, userId, chain, effects, hasFactor = false }: SpendOptions,
): Promise<Reservation> {
  const id = randomUUID()
  const time = now()
  for (const outflow of effects.outflows) {
    const { asset, amount, recipient } = outflow
    await query(
      `INSERT INTO spendings (id, reservation, user_id, chain, asset, recipient, amount, value, at, valid_until, has_factor)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        ...[randomUUID(), id, userId, chain, asset === null ? '' : toAssetId(chain, asset)],
        recipient === null || recipient === 'fee' ? recipient : toAccountId(chain, recipient),
        ...[amount.toString(), toValue(policy, chain, outflow)?.toString() ?? null, time, time + day, hasFactor],
      ],
    )
  }
  return { id }
}

/** Marks a reservation as signed. */
export async function commitSpending({ database }: Pick<Custody, 'database'>, { id }: Reservation): Promise<void> {
  await database.query('UPDATE spendings SET is_signed = true WHERE reservation = $1', [id])
}

/** Releases a reservation: nothing was signed. */
export async function releaseSpending({ database }: Pick<Custody, 'database'>, { id }: Reservation): Promise<void> {
  await database.query('DELETE FROM spendings WHERE reservation = $1 AND NOT is_signed', [id])
}

type Spent = { readonly at: string; readonly amount: bigint }

function assertBelow(limit: bigint, amount: bigint, spent: readonly Spent[], time: number): void {
  if (sum(spent) + amount <= limit) return
  if (amount > limit)
    throw new CallError('This is more than the wallet provider allows in a day.', { code: 'SPEND_LIMIT' })
  throw new CallError('This exceeds your daily limit. You can send less, or try again tomorrow.', {
    code: 'SPEND_LIMIT',
    retryAfter: Math.ceil(toWait(spent, { amount, limit, time }) / 1_000),
  })
}

/** Returns the milliseconds until enough of the spent amount is a day old. */
function toWait(
  spent: readonly Spent[],
  { amount, limit, time }: { readonly amount: bigint; readonly limit: bigint; readonly time: number },
): number {
  let left = sum(spent)
  for (const row of spent) {
    left -= row.amount
    if (left + amount <= limit) return Number(row.at) + day - time
  }
  return day
}

function sum(list: readonly { readonly amount: bigint }[]): bigint {
  return list.reduce((total, { amount }) => total + amount, 0n)
}

/** Runs a request that may hit a daily limit. Notifies the user of the first time in a day, as a site could keep asking for too much. */
export async function withLimitNotice<value>(call: Call, work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof CallError && cause.code === 'SPEND_LIMIT') await notifyOnce(call)
    throw cause
  }
}

async function notifyOnce({ custody, caller, requester }: Call): Promise<void> {
  const userId = getUserId(caller)
  const { project, deviceId } = caller
  try {
    await custody.database.inTransaction(async (client) => {
      const slots = [{ limit: limits.limitNotice, subject: Buffer.from(userId) }]
      await takeSlots(client, { slots, now: custody.now() })
      await announce(custody, client, { event: 'limit.reached', project, userId, requester })
      await appendAudit(custody, client, { event: 'limit.reached', user: userId, device: deviceId })
    })
  } catch (cause) {
    // the user has been notified today
    if (!(cause instanceof CallError && cause.code === 'TOO_MANY')) custody.warn(cause)
  }
}
