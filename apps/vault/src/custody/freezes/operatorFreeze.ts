import type { Queryable } from '@latchkey/server-kit/database'
import { assertRow, type MacRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { getUserRow, type UserRow } from '../users/user.js'

/** Throws `WALLET_FROZEN` if an operator has frozen the user: nothing is signed, exported or changed, and logins fail. */
export async function assertActive(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  userId: string,
): Promise<{ readonly project: string }> {
  const user = await getUserRow(custody, client, userId)
  if (user.frozen_at !== null)
    throw new CallError('Your wallet is frozen by the wallet provider. Contact their support.', {
      code: 'WALLET_FROZEN',
    })
  return { project: user.project }
}

/** Milliseconds by which a freeze extends expiry times: no freeze lasts longer. */
const shift = 3_650 * 86_400_000

/** Rows that don't expire during a freeze: the table, its primary key, and a condition. */
const extended = [
  ['mail_links', 'id', 'AND used_at IS NULL'],
  // without these, a link that undoes a change of the address could not undo a seal
  ['kept_deks', 'wallet_id', ''],
  // the recovery code works once
  ['recoveries', 'id', ''],
] as const

type ExtendedRow = MacRow<(typeof extended)[number][0]> & {
  readonly id: string
  readonly wallet_id: string
  readonly valid_until: string
  readonly mac: Buffer
}

/**
 * Freezes or unfreezes a user. Returns false if nothing changed. Links in emails and moves to another address don't expire meanwhile: each
 * has as much time left afterwards as before.
 */
export async function setOperatorFreeze(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { user, isFrozen }: { readonly user: UserRow; readonly isFrozen: boolean },
): Promise<boolean> {
  if ((user.frozen_at !== null) === isFrozen) return false
  const time = now()
  const row = { ...user, frozen_at: isFrozen ? String(time) : null }
  await client.query('UPDATE users SET frozen_at = $2, mac = $3 WHERE id = $1', [
    ...[user.id, row.frozen_at],
    toRowMac(keys, 'users', row),
  ])
  const more = isFrozen ? shift : time - Number(user.frozen_at) - shift
  const ofUser = [user.id, isFrozen ? time : Number(user.frozen_at) + shift]
  for (const [table, id, condition] of extended) {
    const rows = await client.query<ExtendedRow>(
      `SELECT * FROM ${table} WHERE user_id = $1 AND valid_until > $2 ${condition} FOR UPDATE`,
      ofUser,
    )
    for (const row of rows) {
      assertRow(keys, table, row)
      const valid_until = Number(row.valid_until) + more
      await client.query(`UPDATE ${table} SET valid_until = $2, mac = $3 WHERE ${id} = $1`, [
        ...[row[id], valid_until],
        toRowMac(keys, table, { ...row, valid_until }),
      ])
    }
  }
  return true
}
