import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow, toRowMac } from '../sealing/rowMac.js'
import type { ChallengeRow } from './challenge.js'

type Keyed = Pick<Custody, 'keys'>

/** What becomes of a challenge after it was made. */
export type ChallengeChange = Partial<
  Readonly<
    Record<
      | 'state'
      | 'approved_at'
      | 'code_mac'
      | 'code_expires_at'
      | 'code_claimed_at'
      | 'code_sent_at'
      | 'attempts'
      | 'repeats'
      | 'used_at',
      string | number | Uint8Array | null
    >
  >
>

/** The challenges of a condition, the last one first; nobody else changes them until the transaction ends. Throws for one changed from outside. */
export async function lockChallenges(
  { keys }: Keyed,
  { query }: Queryable,
  { condition, values }: { readonly condition: string; readonly values: readonly unknown[] },
): Promise<readonly ChallengeRow[]> {
  const rows = await query<ChallengeRow>(
    `SELECT * FROM challenges WHERE ${condition} ORDER BY place_in_order DESC FOR UPDATE`,
    values,
  )
  for (const row of rows) assertRow(keys, 'challenges', row)
  return rows
}

/** Writes a change and the row's new seal at once. The row is one of {@link lockChallenges}, of the same transaction. */
export async function changeChallenge(
  { keys }: Keyed,
  { query }: Queryable,
  { challenge, change }: { readonly challenge: ChallengeRow; readonly change: ChallengeChange },
): Promise<void> {
  const cells = { ...change, mac: toRowMac(keys, 'challenges', { ...challenge, ...change }) }
  const set = Object.keys(cells).map((name, index) => `${name} = $${index + 2}`)
  await query(`UPDATE challenges SET ${set.join(', ')} WHERE id = $1`, [challenge.id, ...Object.values(cells)])
}
