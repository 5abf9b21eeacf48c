import { randomUUID } from 'node:crypto'
import type { Summary } from '../../protocol/summary.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { toSpending } from './toSpending.js'

const day = 86_400_000

export type Spending = {
  readonly summary: Summary
  readonly userId: string
  /** CAIP-2. */
  readonly chain: string
  /** Whether it counts from now on, or is only looked at before it is shown. */
  readonly isSigning: boolean
}

/** Throws `SPEND_LIMIT` where a user would send more on a network within 24 hours than its operator allows; counts what is signed. */
export async function spendWithin(
  { spendLimits, now }: Pick<Custody, 'spendLimits' | 'now'>,
  client: Queryable,
  { summary, userId, chain, isSigning }: Spending,
): Promise<void> {
  const limit = spendLimits.get(chain)
  if (limit === undefined) return
  const amount = toSpending(summary)
  if (amount === 0n) return
  await lockOn(client, [`spending ${userId} ${chain}`])
  const time = now()
  const rows = await client.query<{ amount: string; at: string }>(
    'SELECT amount, at FROM spendings WHERE user_id = $1 AND chain = $2 AND at > $3 ORDER BY at',
    [userId, chain, time - day],
  )
  const spent = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n)
  if (spent + amount > limit) throw toFault(amount > limit ? undefined : toWait(rows, { spent, amount, limit, time }))
  if (!isSigning) return
  const values = [randomUUID(), userId, chain, amount.toString(), time, time + day]
  await client.query('INSERT INTO spendings VALUES ($1, $2, $3, $4, $5, $6)', values)
}

/** Milliseconds until enough of what was spent is a day old. */
function toWait(
  rows: readonly { readonly amount: string; readonly at: string }[],
  { spent, amount, limit, time }: { spent: bigint; amount: bigint; limit: bigint; time: number },
): number {
  let left = spent
  for (const row of rows) {
    left -= BigInt(row.amount)
    if (left + amount <= limit) return Number(row.at) + day - time
  }
  return day
}

function toFault(wait: number | undefined): CustodyFault {
  const why =
    wait === undefined
      ? 'This is more than this wallet service sends in a day.'
      : 'This is more than you can send today with this wallet service.'
  return new CustodyFault(why, {
    code: 'SPEND_LIMIT',
    ...(wait !== undefined && { retryAfter: Math.ceil(wait / 1_000) }),
  })
}
