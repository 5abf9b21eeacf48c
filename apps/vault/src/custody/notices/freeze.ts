import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow, toRowMac } from '../sealing/rowMac.js'
import type { MailLinkRow } from './mailLink.js'

const day = 86_400_000

type Keyed = Pick<Custody, 'keys' | 'now'>

/** Who has frozen a wallet: its owner, by a link or a button, or whoever runs the wallet service. */
export type Freezer = 'owner' | 'operator'

type FreezeRow = {
  readonly user_id: string
  readonly frozen_by: Freezer
  /** Somebody proved who they are: by a fresh code or login. */
  readonly is_proven: boolean
  readonly created_at: string
  readonly ended_at: string | null
  /** When it ends by itself; null: only by hand. */
  readonly valid_until: string | null
  readonly mac: Buffer
}

export type WalletFreeze = { readonly by: Freezer; readonly since: number; readonly until: number | undefined }

/** Milliseconds. */
export const walletFreezeTimes: { readonly owner: number; readonly repeat: number } = {
  /**
   * After which an owner's freeze ends by itself. Whoever reads the mail can freeze, but can't keep the owner out for longer than this:
   * a freeze is no ransom.
   */
  owner: 3 * day,
  /** In which a link or a button freezes once; a fresh proof freezes again. */
  repeat: 30 * day,
}

const toLock = (userId: string): string => `freeze ${userId}`

/**
 * Throws `FROZEN` while a wallet is frozen by its owner or by an operator. Whatever signs, exports or changes anything calls it in its
 * transaction: no freeze takes effect before that transaction ends, so that nothing is under way once somebody reads "frozen".
 */
export async function assertWalletActive(custody: Keyed, client: Queryable, userId: string): Promise<void> {
  await lockOn(client, [toLock(userId)], { isShared: true })
  const freeze = await findWalletFreeze(custody, client, userId)
  if (!freeze) return
  if (freeze.by === 'operator')
    throw new CustodyFault('Your wallet is frozen by the wallet provider. Contact their support.', { code: 'FROZEN' })
  throw toFrozen('You froze your wallet', (freeze.until ?? custody.now()) - custody.now())
}

/** The freeze of a wallet at this time; the operator's first. */
export async function findWalletFreeze(
  { keys, now }: Keyed,
  { query }: Queryable,
  userId: string,
): Promise<WalletFreeze | undefined> {
  const rows = await query<FreezeRow>(
    `SELECT * FROM wallet_freezes WHERE user_id = $1 AND ended_at IS NULL AND (valid_until IS NULL OR valid_until > $2)
     ORDER BY frozen_by DESC, created_at DESC`,
    [userId, now()],
  )
  for (const row of rows) assertRow(keys, 'wallet_freezes', row)
  const [row] = rows
  if (!row) return undefined
  const until = row.valid_until === null ? undefined : Number(row.valid_until)
  return { by: row.frozen_by, since: Number(row.created_at), until }
}

export type NewWalletFreeze = {
  readonly userId: string
  readonly by: Freezer
  readonly isProven: boolean
  /** Milliseconds since the epoch; absent: until somebody ends it. */
  readonly until?: number | undefined
}

/**
 * Freezes a wallet, once what is under way has ended. False where the same freezer has frozen it already. An owner's freeze without
 * a proof is refused within 30 days of the last one, so that a mailbox thief can't keep a wallet frozen: throws `TOO_MANY`.
 */
export async function freezeWallet(
  { keys, now }: Keyed,
  client: Queryable,
  { userId, by, isProven, until }: NewWalletFreeze,
): Promise<boolean> {
  await lockOn(client, [toLock(userId)])
  const time = now()
  const [last] = await client.query<FreezeRow>(
    'SELECT * FROM wallet_freezes WHERE user_id = $1 AND frozen_by = $2 ORDER BY created_at DESC LIMIT 1',
    [userId, by],
  )
  if (last) assertRow(keys, 'wallet_freezes', last)
  const isActive = last && last.ended_at === null && (last.valid_until === null || Number(last.valid_until) > time)
  if (isActive) return false
  const wait = by === 'owner' && !isProven && last ? Number(last.created_at) + walletFreezeTimes.repeat - time : 0
  if (wait > 0)
    throw new CustodyFault(
      'Your wallet was frozen less than 30 days ago. Freeze it again on your wallet page, with a code.',
      {
        code: 'TOO_MANY',
        retryAfter: Math.ceil(wait / 1_000),
      },
    )
  const row = {
    user_id: userId,
    frozen_by: by,
    is_proven: isProven,
    created_at: time,
    ended_at: null,
    valid_until: until ?? null,
  }
  await client.query('INSERT INTO wallet_freezes VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    ...Object.values(row),
    toRowMac(keys, 'wallet_freezes', row),
  ])
  return true
}

/** Ends a freeze. False where there is none of this freezer. */
export async function unfreezeWallet(
  { keys, now }: Keyed,
  client: Queryable,
  { userId, by }: Pick<NewWalletFreeze, 'userId' | 'by'>,
): Promise<boolean> {
  await lockOn(client, [toLock(userId)])
  const time = now()
  const rows = await client.query<FreezeRow>(
    `SELECT * FROM wallet_freezes WHERE user_id = $1 AND frozen_by = $2 AND ended_at IS NULL
       AND (valid_until IS NULL OR valid_until > $3)`,
    [userId, by, time],
  )
  for (const row of rows) {
    assertRow(keys, 'wallet_freezes', row)
    await client.query(
      'UPDATE wallet_freezes SET ended_at = $4, mac = $5 WHERE user_id = $1 AND frozen_by = $2 AND created_at = $3',
      [userId, by, row.created_at, time, toRowMac(keys, 'wallet_freezes', { ...row, ended_at: time })],
    )
  }
  return rows.length > 0
}

/** Milliseconds after a change of the address in which nothing is exported and no other device comes in. */
export const freezeTime = 86_400_000

/** Throws `FROZEN` while the wallet is frozen, and within a day after the address was changed, unless that was undone. */
export async function assertNotFrozen(custody: Keyed, client: Queryable, userId: string): Promise<void> {
  await assertWalletActive(custody, client, userId)
  const time = custody.now()
  const [change] = await client.query<MailLinkRow>(
    `SELECT * FROM mail_links WHERE user_id = $1 AND kind = 'undo' AND used_at IS NULL AND created_at > $2
     ORDER BY created_at DESC LIMIT 1`,
    [userId, time - freezeTime],
  )
  if (!change) return
  assertRow(custody.keys, 'mail_links', change)
  throw toFrozen('The email address was changed less than a day ago', Number(change.created_at) + freezeTime - time)
}

/** Who may go back to an address, as it was theirs within the last 72 hours; undefined where nobody. */
export async function findFormerOwner(
  { keys, now }: Keyed,
  { query }: Queryable,
  { project, emailIndex }: { readonly project: string; readonly emailIndex: Uint8Array },
): Promise<{ readonly userId: string; readonly until: number } | undefined> {
  const [change] = await query<MailLinkRow>(
    `SELECT * FROM mail_links WHERE project = $1 AND email_index = $2 AND kind = 'undo' AND used_at IS NULL
       AND valid_until > $3 ORDER BY created_at DESC LIMIT 1`,
    [project, emailIndex, now()],
  )
  if (!change) return undefined
  assertRow(keys, 'mail_links', change)
  return { userId: change.user_id, until: Number(change.valid_until) }
}

/** `wait`: milliseconds. */
export function toFrozen(why: string, wait: number): CustodyFault {
  const hours = Math.ceil(wait / 3_600_000)
  return new CustodyFault(`${why}. This can be done in ${hours === 1 ? 'an hour' : `${hours} hours`}.`, {
    code: 'FROZEN',
    retryAfter: Math.ceil(wait / 1_000),
  })
}
