import type { Queryable } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
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

/** Milliseconds by which a freeze extends links in emails: no freeze lasts longer. */
const shift = 3_650 * 86_400_000

/**
 * Freezes or unfreezes a user. Returns false if nothing changed. Links in emails don't expire meanwhile: each has as much time left
 * afterwards as before.
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
  type Row<table extends 'mail_links' | 'kept_deks'> = Parameters<typeof assertRow<table>>[2]
  type Link = Row<'mail_links'> & { readonly id: string; readonly valid_until: string }
  const ofUser = [user.id, isFrozen ? time : Number(user.frozen_at) + shift]
  const links = await client.query<Link>(
    'SELECT * FROM mail_links WHERE user_id = $1 AND used_at IS NULL AND valid_until > $2 FOR UPDATE',
    ofUser,
  )
  for (const link of links) {
    assertRow(keys, 'mail_links', link)
    const valid_until = Number(link.valid_until) + more
    await client.query('UPDATE mail_links SET valid_until = $2, mac = $3 WHERE id = $1', [
      ...[link.id, valid_until],
      toRowMac(keys, 'mail_links', { ...link, valid_until }),
    ])
  }
  // without these, a link that undoes a change of the address could not undo a seal
  const kept = await client.query<Row<'kept_deks'> & { readonly wallet_id: string; readonly valid_until: string }>(
    'SELECT * FROM kept_deks WHERE user_id = $1 AND valid_until > $2 FOR UPDATE',
    ofUser,
  )
  for (const row of kept) {
    assertRow(keys, 'kept_deks', row)
    const valid_until = Number(row.valid_until) + more
    await client.query('UPDATE kept_deks SET valid_until = $2, mac = $3 WHERE wallet_id = $1', [
      ...[row.wallet_id, valid_until],
      toRowMac(keys, 'kept_deks', { ...row, valid_until }),
    ])
  }
  return true
}
