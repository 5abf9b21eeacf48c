import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import type { Accounts } from '../../signing/keys.js'
import { appendAudits } from '../audit/appendAudit.js'
import type { AuditEvent } from '../audit/events.js'
import { assertNewest, type NewestVersion, newestVersion } from '../audit/walletVersion.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { type Caller, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { whileSigning } from '../freezes/signingSwitch.js'
import { isSealed, isSplit, type Locks, type Rewrap, type SealedWallet } from '../keys/host/keyHost.js'
import { openUserKey } from './userKey.js'

export type WalletRow = SealedWallet & {
  readonly created_at: string
  /** Counts the writes of this row; null in rows from before there were versions. */
  readonly version: string | null
  /** Public keys on Bitcoin; null in rows from before, until the wallet is opened. */
  readonly bip122: string | null
  /** Since when another wallet is in use: milliseconds since the epoch. It can sign again once it is chosen again. */
  readonly retired_at: string | null
  readonly mac: Buffer
}

/** Finds the wallet of a user that is in use, sealed; its addresses are authentic. Throws if the row is older than the audit log says. */
export async function findWallet(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  userId: string,
): Promise<WalletRow> {
  const wallet = (await listWallets(custody, client, userId)).find(({ retired_at }) => retired_at === null)
  if (!wallet) throw new Error('A user has no wallet.')
  return wallet
}

/** Lists the wallets of a user: the one in use, and those from before a new seed. */
export async function listWallets(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  userId: string,
): Promise<readonly WalletRow[]> {
  const rows = await query<WalletRow & NewestVersion>(
    `SELECT wallets.*, newest.* FROM wallets LEFT JOIN LATERAL (${newestVersion('wallets.id')}) AS newest ON true
     WHERE user_id = $1 ORDER BY created_at`,
    [userId],
  )
  return rows.map((row) => {
    assertRow(keys, 'wallets', row)
    assertNewest(keys, row)
    return row
  })
}

export function getAccounts({ eip155, solana, bip122 }: Pick<WalletRow, 'eip155' | 'solana' | 'bip122'>): Accounts {
  return { eip155: eip155 as `0x${string}`, solana, bip122 }
}

export type WalletChange = {
  readonly wallet: WalletRow
  readonly event: AuditEvent
  readonly device?: string | undefined
  /** The data key and its locks, if they change too. */
  readonly rewrap?: (Pick<Partial<Rewrap>, 'dek' | 'from'> & { readonly locks?: Locks | undefined }) | undefined
  /** Null: it is in use again. */
  readonly retiredAt?: number | string | null | undefined
  /** Public keys on Bitcoin, if the row lacks them. */
  readonly bip122?: string | null | undefined
}

/** A change of a wallet that the key host has made, and that isn't written yet. */
export type PreparedChange = Pick<WalletChange, 'event' | 'device'> & {
  readonly wallet: WalletRow & { readonly version: string }
}

/**
 * Has the key host seal the data key to a wallet's next version. It may be on another machine: prepare all changes of a transaction before it
 * appends to the audit log, as others wait for that.
 */
export async function prepareChange(
  custody: Pick<Custody, 'keyHost'>,
  { wallet, event, device, rewrap = {}, retiredAt = wallet.retired_at, bip122 = wallet.bip122 }: WalletChange,
): Promise<PreparedChange> {
  const version = String(Number(wallet.version ?? 0) + 1)
  const next = { ...wallet, version, retired_at: retiredAt === null ? null : String(retiredAt), bip122 }
  const { dek: kept = wallet.dek, from = { use: 'dek', wallet }, locks } = rewrap
  const dek = await custody.keyHost.rewrap({ dek: kept, from, to: { use: 'dek', wallet: next, locks } })
  return { wallet: { ...next, dek }, event, device }
}

/** Writes the next versions of wallets, in this order. The audit log names them, so that older rows no longer open. */
export async function writeChanges(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  changes: readonly PreparedChange[],
): Promise<void> {
  for (const { wallet } of changes) {
    const { id, dek, version, retired_at, bip122 } = wallet
    await client.query(
      'UPDATE wallets SET dek = $2, version = $3, retired_at = $4, mac = $5, bip122 = $6 WHERE id = $1',
      [...[id, dek, version, retired_at], toRowMac(custody.keys, 'wallets', wallet), bip122],
    )
  }
  const entries = changes.map(({ wallet: { id, user_id: user, version }, event, device }) => ({
    ...{ event, user },
    ...(device !== undefined && { device }),
    ...{ wallet: id, version: Number(version) },
  }))
  await appendAudits(custody, client, entries)
}

type WalletToOpen = {
  readonly wallet: WalletRow
  readonly caller: Caller
  /** See {@link withSplitKey}. */
  readonly splitKey: Locks['splitKey']
}

/**
 * Runs work of the key host with the locks of a wallet. Throws `STOPPED`, `FROZEN` or `WALLET_FROZEN`, and `LOCKED` if its owner has sealed
 * it and not unlocked it on this device.
 */
export async function withLocks<value>(
  custody: Custody,
  { wallet, caller, splitKey }: WalletToOpen,
  work: (locks: Locks) => Promise<value>,
): Promise<value> {
  return whileSigning(custody, wallet.user_id, async (client) => {
    const userKey = isSealed(wallet) ? await openUserKey(custody, client, caller) : undefined
    try {
      return await work({ userKey, splitKey })
    } finally {
      userKey?.fill(0)
    }
  })
}

/** Throws `LOCKED` if the wallet could not sign for this device now. */
export async function assertUnlocked(custody: Custody, wallet: WalletRow, caller: Caller): Promise<void> {
  if (isSealed(wallet)) (await openUserKey(custody, custody.database, caller)).fill(0)
}

/**
 * Adds the Bitcoin accounts to a wallet from before there were any. Only its seed says which they are, so this waits until the wallet may be
 * opened: at the next use, for a sealed one once its owner has unlocked it, not while it is frozen.
 */
export async function addBitcoinAccounts(custody: Custody, caller: Caller): Promise<void> {
  const { networks, database, keyHost } = custody
  if (!networks.some(({ caipNetworkId }) => caipNetworkId.startsWith('bip122:'))) return
  const userId = getUserId(caller)
  const wallet = await findWallet(custody, database, userId)
  // holders open a split wallet only for actions that its user confirmed; splitting adds the accounts
  if (wallet.bip122 !== null || isSplit(wallet)) return
  let accounts: Accounts
  try {
    accounts = await withLocks(custody, { wallet, caller, splitKey: undefined }, (locks) =>
      keyHost.readAccounts({ wallet, locks }),
    )
  } catch (cause) {
    // locked, frozen, stopped, or the key host is away: the next use tries again
    if (cause instanceof CallError) return
    throw cause
  }
  await database.inTransaction(async (client) => {
    await lockOn(client, [`seal ${userId}`])
    const current = await findWallet(custody, client, userId)
    // written or replaced by another call
    if (current.id !== wallet.id || current.bip122 !== null) return
    const { bip122 } = accounts
    const change = { wallet: current, event: 'wallet.extended', device: caller.deviceId, bip122 } as const
    await writeChanges(custody, client, [await prepareChange(custody, change)])
  })
}
