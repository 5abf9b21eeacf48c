import { randomBytes } from 'node:crypto'
import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Announcer, Custody } from '../custody.js'
import { type Call, getTrustedUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { whileSigning } from '../freezes/signingSwitch.js'
import { assertNoUndo, assertWalletActive, freezeTime } from '../freezes/walletFreeze.js'
import { isSealed } from '../keys/host/keyHost.js'
import { announce } from '../notices/announce.js'
import { listUndoLinks, voidMailLinks } from '../notices/mailLink.js'
import { createWallet, prepareWallet } from '../wallets/createWallet.js'
import { insertFactor, lock } from '../wallets/userKey.js'
import {
  findWallet,
  listWallets,
  type PreparedChange,
  prepareChange,
  type WalletRow,
  writeChanges,
} from '../wallets/wallet.js'

/** A seal that takes effect after a delay, unless it is canceled. Until then the wallet works as before. */
type PendingSealRow = {
  readonly user_id: string
  readonly id: string
  readonly device_id: string
  /** Public key of the printed code. The sealing key is created when the seal takes effect, and only that code can read it. */
  readonly public_key: Buffer
  readonly makes_seed: boolean
  readonly created_at: string
  readonly due_at: string
  readonly mac: Buffer
}

export type SealToBegin = { readonly userId: string; readonly publicKey: Buffer; readonly makesSeed: boolean }

/** Starts to seal a wallet. Every mailbox and device is notified, with a link that cancels it. Returns when it takes effect. */
export async function beginSeal(
  { custody, caller, requester }: Call,
  client: Queryable,
  { userId, publicKey, makesSeed }: SealToBegin,
): Promise<number> {
  const { deviceId, project } = caller
  const now = custody.now()
  if (await findPendingSeal(custody, client, userId))
    throw new CallError('Your wallet is already about to be sealed. Cancel that first.', { code: 'INVALID_PARAMS' })
  if (makesSeed) await assertNoUndo(custody, client, userId)
  const row = {
    user_id: userId,
    id: randomBytes(16).toString('hex'),
    device_id: deviceId,
    public_key: publicKey,
    makes_seed: makesSeed,
    created_at: now,
    due_at: now + freezeTime,
  }
  await client.query(
    `INSERT INTO pending_seals (user_id, id, device_id, public_key, makes_seed, created_at, due_at, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...Object.values(row), toRowMac(custody.keys, 'pending_seals', row)],
  )
  await announce(custody, client, {
    event: 'seal.asked',
    project,
    userId,
    requester,
    byDevice: deviceId,
    deviceId,
    due: row.due_at,
    toFormer: true,
  })
  const entry = { user: userId, device: deviceId, until: row.due_at }
  await appendAudit(custody, client, { event: 'seal.asked', ...entry })
  return row.due_at
}

/** A user's seal that hasn't taken effect yet. */
export async function findPendingSeal(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  userId: string,
): Promise<{ readonly dueAt: number; readonly makesSeed: boolean } | undefined> {
  const [row] = await query<PendingSealRow>('SELECT * FROM pending_seals WHERE user_id = $1', [userId])
  if (!row) return undefined
  assertRow(keys, 'pending_seals', row)
  return { dueAt: Number(row.due_at), makesSeed: row.makes_seed }
}

export type SealToCancel = {
  readonly project: string
  readonly userId: string
  /** Only cancels a seal started at or after this time: milliseconds since the epoch. */
  readonly since?: number | undefined
  /** The device that cancels it. */
  readonly byDevice?: string | undefined
}

/** Cancels a pending seal. Returns false if there is none. */
export async function cancelSeal(
  custody: Announcer,
  client: Queryable,
  { project, userId, since = 0, byDevice }: SealToCancel,
): Promise<boolean> {
  const values = [userId, since]
  const deleted = await client.query(
    'DELETE FROM pending_seals WHERE user_id = $1 AND created_at >= $2 RETURNING 1',
    values,
  )
  if (deleted.length === 0) return false
  await voidMailLinks(client, userId, 'seal')
  await announce(custody, client, { event: 'seal.cancelled', project, userId, byDevice })
  await appendAudit(custody, client, { event: 'seal.cancelled', user: userId })
  return true
}

/** Cancels for the owner. Throws `INVALID_PARAMS` once the seal has taken effect. */
export async function cancelSealByOwner(
  custody: Custody,
  client: Queryable,
  { project, userId, byDevice }: Omit<SealToCancel, 'since'>,
): Promise<void> {
  if (await cancelSeal(custody, client, { project, userId, byDevice })) return
  if (isSealed(await findWallet(custody, client, userId)))
    throw new CallError('Your wallet is already sealed, so this can’t be canceled.', { code: 'INVALID_PARAMS' })
}

/** Cancels from the account page. */
export async function cancelOwnSeal({ custody, caller }: Call): Promise<Readonly<Record<string, never>>> {
  const userId = getTrustedUserId(caller)
  const { project, deviceId: byDevice } = caller
  await custody.database.inTransaction((client) => cancelSealByOwner(custody, client, { project, userId, byDevice }))
  return {}
}

/** Applies the due seals of this user, or of all users. They wait while signing is stopped or the wallet is frozen. */
export async function applyDueSeals(custody: Custody, userId?: string): Promise<void> {
  const rows = await custody.database.query<{ user_id: string }>(
    `SELECT user_id FROM pending_seals WHERE due_at <= $1 ${userId === undefined ? '' : 'AND user_id = $2'} LIMIT 100`,
    [custody.now(), ...(userId === undefined ? [] : [userId])],
  )
  for (const row of rows)
    try {
      await whileSigning(custody, row.user_id, async (client) => {
        await assertWalletActive(custody, client, row.user_id)
        await applySeal(custody, client, row.user_id)
      })
    } catch (cause) {
      if (cause instanceof CallError && waitsFor.includes(cause.code)) continue
      if (userId !== undefined) throw cause
      // other users' wallets are still sealed
      custody.warn(cause)
    }
}

const waitsFor: readonly string[] = ['STOPPED', 'FROZEN', 'WALLET_FROZEN']

async function applySeal(custody: Custody, client: Queryable, userId: string): Promise<void> {
  await lockOn(client, [`seal ${userId}`])
  const [row] = await client.query<PendingSealRow>(
    'DELETE FROM pending_seals WHERE user_id = $1 AND due_at <= $2 RETURNING *',
    [userId, custody.now()],
  )
  // another process was first
  if (!row) return
  assertRow(custody.keys, 'pending_seals', row)
  const wallet = await findWallet(custody, client, userId)
  if (isSealed(wallet)) throw new Error('The wallet is already sealed.')
  const userKey = randomBytes(32)
  const now = custody.now()
  await storeDeks(custody, client, {
    wallets: await listWallets(custody, client, userId),
    since: Number(row.created_at),
  })
  const changes: PreparedChange[] = []
  for (const one of await listWallets(custody, client, userId)) {
    const retiredAt = row.makes_seed ? (one.retired_at ?? now) : one.retired_at
    const change = { wallet: one, event: 'seal.made', device: row.device_id, retiredAt } as const
    changes.push(await prepareChange(custody, { ...change, rewrap: { locks: { userKey } } }))
  }
  const { project } = wallet
  const made = row.makes_seed ? await prepareWallet(custody, { userId, project, userKey }) : undefined
  await writeChanges(custody, client, changes)
  if (made) {
    await endUses(client, userId)
    const id = await createWallet(custody, client, made)
    await appendAudit(custody, client, { event: 'wallet.created', user: userId, wallet: id, version: 1 })
  }
  const factor = { userId, userKey, kind: 'code', credential: null, publicKey: row.public_key } as const
  // undoing a later change of the address removes the factors added since, but not this seal
  await insertFactor(custody, client, { ...factor, createdAt: Number(row.created_at) })
  userKey.fill(0)
  await voidMailLinks(client, userId, 'seal')
  await announce(custody, client, {
    event: row.makes_seed ? 'wallet.created' : 'seal.made',
    project,
    userId,
    toFormer: true,
  })
}

/** Ends open approvals and permissions for the current addresses, as they don't apply to others. */
export async function endUses({ query }: Queryable, userId: string): Promise<void> {
  await query("UPDATE approvals SET state = 'ended' WHERE user_id = $1 AND state = 'open'", [userId])
  await query('DELETE FROM permissions WHERE user_id = $1', [userId])
}

type KeptDekRow = {
  readonly wallet_id: string
  readonly user_id: string
  readonly project: string
  readonly dek: Buffer
  readonly created_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

/**
 * Keeps the data keys of a wallet that is sealed while a change of the address can be undone: an attacker who changed
 * the address may have sealed it for ransom. Until then such a seal doesn't lock custody out.
 */
async function storeDeks(
  custody: Custody,
  client: Queryable,
  { wallets, since }: { readonly wallets: readonly WalletRow[]; readonly since: number },
): Promise<void> {
  const [first] = wallets
  const changes = first ? await listUndoLinks(custody, client, first.user_id) : []
  const until = Math.max(
    0,
    ...changes.filter(({ created_at }) => Number(created_at) <= since).map((one) => Number(one.valid_until)),
  )
  if (until === 0) return
  for (const wallet of wallets) {
    const { id, user_id, project } = wallet
    const dek = await custody.keyHost.rewrap({
      dek: wallet.dek,
      from: { use: 'dek', wallet },
      to: { use: 'kept dek', wallet },
    })
    const row = { wallet_id: id, user_id, project, dek, created_at: since, valid_until: until }
    await client.query(
      `INSERT INTO kept_deks (wallet_id, user_id, project, dek, created_at, valid_until, mac)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (wallet_id) DO UPDATE
       SET dek = excluded.dek, created_at = excluded.created_at, valid_until = excluded.valid_until, mac = excluded.mac`,
      [...Object.values(row), toRowMac(custody.keys, 'kept_deks', row)],
    )
  }
}

/** Undoes seals that were made or started since the address was changed, and removes factors added since then. */
export async function undoSeals(
  custody: Custody,
  client: Queryable,
  { project, userId, since }: { readonly project: string; readonly userId: string; readonly since: number },
): Promise<void> {
  await lockOn(client, [`seal ${userId}`])
  const rows = await client.query<KeptDekRow>('SELECT * FROM kept_deks WHERE user_id = $1 AND created_at >= $2', [
    ...[userId, since],
  ])
  const wallets = await listWallets(custody, client, userId)
  const changes: PreparedChange[] = []
  for (const row of rows) {
    assertRow(custody.keys, 'kept_deks', row)
    const wallet = wallets.find(({ id }) => id === row.wallet_id)
    if (!wallet) continue
    const rewrap = { dek: row.dek, from: { use: 'kept dek', wallet } } as const
    changes.push(await prepareChange(custody, { wallet, event: 'seal.undone', rewrap }))
  }
  await cancelSeal(custody, client, { project, userId, since })
  if (rows.length > 0) await announce(custody, client, { event: 'seal.undone', project, userId })
  // the link of an earlier change may still need those of an earlier seal
  for (const table of ['kept_deks', 'seals'])
    await client.query(`DELETE FROM ${table} WHERE user_id = $1 AND created_at >= $2`, [userId, since])
  await lock(client, userId)
  await writeChanges(custody, client, changes)
}
