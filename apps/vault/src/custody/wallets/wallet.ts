import type { Queryable } from '@latchkey/server-kit/database'
import { type Accounts, deriveAccounts } from '../../signing/keys.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { AuditEvent } from '../audit/events.js'
import { assertNewest, type NewestVersion, newestVersion } from '../audit/walletVersion.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Caller } from '../devices/caller.js'
import { whileSigning } from '../freezes/signingSwitch.js'
import { isSealed, openDek, rewrapDek, toPlace } from './dek.js'
import { openUserKey, type UserKey } from './userKey.js'

export type WalletRow = {
  readonly id: string
  readonly user_id: string
  readonly project: string
  readonly dek: Buffer
  readonly seed: Buffer
  readonly eip155: string
  readonly solana: string
  readonly created_at: string
  /** Counts the writes of this row; null in rows from before there were versions. */
  readonly version: string | null
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

export function getAccounts({ eip155, solana }: Pick<WalletRow, 'eip155' | 'solana'>): Accounts {
  return { eip155: eip155 as `0x${string}`, solana }
}

export type WalletChange = {
  readonly wallet: WalletRow
  readonly event: AuditEvent
  readonly device?: string | undefined
  /** Wraps its data key differently; without it only the version changes. */
  readonly wrap?: ((wallet: WalletRow) => Buffer) | undefined
  /** Null: it is in use again. */
  readonly retiredAt?: number | string | null | undefined
}

/** Writes the next version of a wallet, which the audit log names, so that older rows no longer open. */
export async function writeWallet(
  custody: Pick<Custody, 'keys' | 'instance' | 'now'>,
  client: Queryable,
  { wallet, event, device, wrap, retiredAt = wallet.retired_at }: WalletChange,
): Promise<void> {
  const { id, user_id: user } = wallet
  const version = Number(wallet.version ?? 0) + 1
  const next = { ...wallet, version: String(version), retired_at: retiredAt === null ? null : String(retiredAt) }
  const dek = wrap?.(next) ?? rewrapDek(custody, { from: wallet, to: next, dek: wallet.dek })
  await client.query('UPDATE wallets SET dek = $2, version = $3, retired_at = $4, mac = $5 WHERE id = $1', [
    ...[id, dek, version, next.retired_at],
    toRowMac(custody.keys, 'wallets', { ...next, dek }),
  ])
  await appendAudit(custody, client, { event, user, ...(device !== undefined && { device }), wallet: id, version })
}

/**
 * Opens a wallet while `work` runs. Throws `STOPPED`, `FROZEN` or `WALLET_FROZEN`, and `LOCKED` if its owner has sealed it and not unlocked
 * it on this device.
 */
export async function withEntropy<value>(
  custody: Custody,
  { wallet, caller }: { readonly wallet: WalletRow; readonly caller: Caller },
  work: (entropy: Uint8Array) => Promise<value> | value,
): Promise<value> {
  return whileSigning(custody, wallet.user_id, async (client) => {
    const userKey = isSealed(custody, wallet) ? await openUserKey(custody, client, caller) : undefined
    return openEntropy(custody, { wallet, userKey, work })
  })
}

/** Throws `LOCKED` if the wallet could not sign for this device now. */
export async function assertUnlocked(custody: Custody, wallet: WalletRow, caller: Caller): Promise<void> {
  if (isSealed(custody, wallet)) (await openUserKey(custody, custody.database, caller)).fill(0)
}

/** Throws if it is the wrong wallet, or its addresses don't match its seed. */
export async function openEntropy<value>(
  custody: Pick<Custody, 'keys' | 'instance'>,
  {
    wallet,
    userKey,
    work,
  }: {
    readonly wallet: WalletRow
    readonly userKey: UserKey | undefined
    readonly work: (entropy: Uint8Array) => Promise<value> | value
  },
): Promise<value> {
  const dek = openDek(custody, wallet, userKey)
  const entropy = unseal(dek, { sealed: wallet.seed, place: toPlace(custody, 'seed', wallet) })
  try {
    const { eip155, solana } = deriveAccounts(entropy)
    if (eip155 !== wallet.eip155 || solana !== wallet.solana)
      throw new Error('The addresses of a wallet are not its own.')
    return await work(entropy)
  } finally {
    entropy.fill(0)
    dek.fill(0)
    userKey?.fill(0)
  }
}
