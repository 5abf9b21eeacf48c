import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { listUndoLinks, type MailLinkRow } from '../notices/mailLink.js'
import { assertActive } from './operatorFreeze.js'

const day = 86_400_000

type Keyed = Pick<Custody, 'keys' | 'now'>

type FreezeRow = {
  readonly user_id: string
  /** Whether the user had just proved their identity, with a code or a login. */
  readonly is_proven: boolean
  readonly created_at: string
  readonly ended_at: string | null
  /** When it ends automatically. */
  readonly valid_until: string
  readonly mac: Buffer
}

/** A freeze by the owner, through a link or a button. operatorFreeze.ts has the operator's. */
export type WalletFreeze = { readonly since: number; readonly until: number }

/** Milliseconds. */
export const walletFreezeTimes: { readonly owner: number; readonly repeat: number } = {
  /**
   * After this an owner's freeze ends automatically. An attacker who reads the mailbox can freeze, but can't keep the owner out for longer,
   * so a freeze is no use for ransom.
   */
  owner: 3 * day,
  /** Period in which links and buttons can freeze only once; a fresh proof can freeze again. */
  repeat: 30 * day,
}

const toLock = (userId: string): string => `freeze ${userId}`

/**
 * Throws `WALLET_FROZEN` if an operator has frozen the wallet, and `FROZEN` if its owner has. Call it in every transaction that signs,
 * exports or changes anything: freezing waits for that transaction, so nothing is in progress once the user reads "frozen".
 */
export async function assertWalletActive(custody: Keyed, client: Queryable, userId: string): Promise<void> {
  await lockOn(client, [toLock(userId)], { isShared: true })
  await assertActive(custody, client, userId)
  const freeze = await findWalletFreeze(custody, client, userId)
  if (freeze) throw toFrozen('You froze your wallet', freeze.until - custody.now())
}

/** The owner's freeze of a wallet that is in effect now. */
export async function findWalletFreeze(
  { keys, now }: Keyed,
  { query }: Queryable,
  userId: string,
): Promise<WalletFreeze | undefined> {
  const rows = await query<FreezeRow>(
    `SELECT * FROM wallet_freezes WHERE user_id = $1 AND ended_at IS NULL AND valid_until > $2 ORDER BY created_at DESC`,
    [userId, now()],
  )
  for (const row of rows) assertRow(keys, 'wallet_freezes', row)
  const [row] = rows
  return row && { since: Number(row.created_at), until: Number(row.valid_until) }
}

export type NewWalletFreeze = {
  readonly userId: string
  readonly isProven: boolean
  /** Milliseconds since the epoch. */
  readonly until: number
}

/**
 * Freezes a wallet for its owner, once running transactions have ended. Returns false if it is frozen already. A freeze without a proof is
 * refused within 30 days of the last one, so that a mailbox thief can't keep a wallet frozen: throws `TOO_MANY`.
 */
export async function freezeWallet(
  { keys, now }: Keyed,
  client: Queryable,
  { userId, isProven, until }: NewWalletFreeze,
): Promise<boolean> {
  await lockOn(client, [toLock(userId)])
  const time = now()
  const [last] = await client.query<FreezeRow>(
    'SELECT * FROM wallet_freezes WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
    [userId],
  )
  if (last) assertRow(keys, 'wallet_freezes', last)
  if (last && last.ended_at === null && Number(last.valid_until) > time) return false
  const wait = !isProven && last ? Number(last.created_at) + walletFreezeTimes.repeat - time : 0
  if (wait > 0)
    throw new CallError(
      'Your wallet was frozen less than 30 days ago. Freeze it again on your wallet page, with a code.',
      { code: 'TOO_MANY', retryAfter: Math.ceil(wait / 1_000) },
    )
  const row = {
    user_id: userId,
    is_proven: isProven,
    created_at: time,
    ended_at: null,
    valid_until: until,
  }
  await client.query('INSERT INTO wallet_freezes VALUES ($1, $2, $3, $4, $5, $6)', [
    ...Object.values(row),
    toRowMac(keys, 'wallet_freezes', row),
  ])
  return true
}

/** Ends the owner's freeze. Returns false if there is none. */
export async function unfreezeWallet(
  { keys, now }: Keyed,
  client: Queryable,
  { userId }: Pick<NewWalletFreeze, 'userId'>,
): Promise<boolean> {
  await lockOn(client, [toLock(userId)])
  const time = now()
  const rows = await client.query<FreezeRow>(
    'SELECT * FROM wallet_freezes WHERE user_id = $1 AND ended_at IS NULL AND valid_until > $2',
    [userId, time],
  )
  for (const row of rows) {
    assertRow(keys, 'wallet_freezes', row)
    await client.query('UPDATE wallet_freezes SET ended_at = $3, mac = $4 WHERE user_id = $1 AND created_at = $2', [
      userId,
      row.created_at,
      time,
      toRowMac(keys, 'wallet_freezes', { ...row, ended_at: time }),
    ])
  }
  return rows.length > 0
}

/** Milliseconds after a change of the address in which nothing is exported and no new device is added. */
export const freezeTime = 86_400_000

/** Throws as {@link assertWalletActive}, and `FROZEN` within a day after the address was changed, unless that was undone. */
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

/**
 * Throws `FROZEN` while a change of the address can be undone. The undo restores the wallet from before the change, so nothing that replaces
 * its accounts may come in between.
 */
export async function assertNoUndo(custody: Keyed, client: Queryable, userId: string): Promise<void> {
  const [change] = await listUndoLinks(custody, client, userId)
  if (change)
    throw toFrozen('The email address was changed a short while ago', Number(change.valid_until) - custody.now())
}

/** Finds the user who may still restore an address, because it was theirs within the last 72 hours. */
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
export function toFrozen(why: string, wait: number): CallError {
  const hours = Math.ceil(wait / 3_600_000)
  return new CallError(`${why}. This can be done in ${hours === 1 ? 'an hour' : `${hours} hours`}.`, {
    code: 'FROZEN',
    retryAfter: Math.ceil(wait / 1_000),
  })
}
