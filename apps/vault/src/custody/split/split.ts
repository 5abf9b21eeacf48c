import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { SignedStatement } from '../../protocol/statement.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { isSameMac } from '../crypto/seal.js'
import { sealTo } from '../crypto/sealTo.js'
import type { Custody } from '../custody.js'
import { isSplit, type SealedWallet, type WalletId } from '../keys/host/keyHost.js'
import { askHolders, type Share } from './holders.js'
import { toSharePlace } from './wire.js'

/** Dependencies for opening split wallets. */
export type SplitContext = Pick<Custody, 'keys' | 'instance' | 'holders' | 'warn'>

type ShareRow = {
  readonly wallet_id: string
  readonly holder: string
  readonly user_id: string
  /** The holder's key that it is sealed to. */
  readonly key_id: string
  /** The wallet's split key. Only the holder can open it, and only for this wallet. */
  readonly sealed: Buffer
  /** Hash of the split key: shows which holder returned a wrong one. */
  readonly commitment: Buffer
  readonly created_at: string
  readonly mac: Buffer
}

/** A new wallet's split key, which the caller overwrites, and its shares. */
export type SplitKey = { readonly key: Buffer; readonly shares: readonly NewShare[] }

type NewShare = Share & { readonly commitment: Buffer }

/** Creates a split key for a wallet. Takes no holder: it is sealed to their public keys. Undefined: new wallets aren't split. */
export function createSplitKey(
  { holders, instance }: Pick<Custody, 'holders' | 'instance'>,
  wallet: WalletId,
): SplitKey | undefined {
  if (!holders?.splitsNewWallets) return undefined
  const key = randomBytes(32)
  return { key, shares: shareKey({ holders, instance }, wallet, key) }
}

/** Seals a split key to each holder. */
export function shareKey(
  { holders, instance }: Pick<Custody, 'holders' | 'instance'>,
  wallet: WalletId,
  key: Buffer,
): readonly NewShare[] {
  return (holders?.list ?? []).map(({ name, key: { id: keyId, publicKey } }) => ({
    holder: name,
    keyId,
    sealed: sealTo(publicKey, { plain: key, place: toSharePlace(instance, wallet) }),
    commitment: toCommitment(key),
  }))
}

/** The key is random, so its hash reveals nothing about it. */
function toCommitment(key: Buffer): Buffer {
  return createHash('sha256').update('latchkey/split key/1').update(key).digest()
}

/** Replaces the shares of a wallet. */
export async function writeShares(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { wallet, shares }: { readonly wallet: WalletId; readonly shares: readonly NewShare[] },
): Promise<void> {
  await query('DELETE FROM wallet_shares WHERE wallet_id = $1', [wallet.id])
  for (const { holder, keyId, sealed, commitment } of shares) {
    const { id: wallet_id, user_id } = wallet
    const row = { wallet_id, holder, user_id, key_id: keyId, sealed, commitment, created_at: now() }
    await query(
      `INSERT INTO wallet_shares (wallet_id, holder, user_id, key_id, sealed, commitment, created_at, mac)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [...Object.values(row), toRowMac(keys, 'wallet_shares', row)],
    )
  }
}

/** Lists the shares of a wallet. */
export async function listShares(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  walletId: string,
): Promise<readonly NewShare[]> {
  const rows = await query<ShareRow>('SELECT * FROM wallet_shares WHERE wallet_id = $1 ORDER BY holder', [walletId])
  return rows.map((row) => readShare({ keys }, row))
}

/** Throws if the row was changed from outside. */
export function readShare({ keys }: Pick<Custody, 'keys'>, row: ShareRow): NewShare {
  assertRow(keys, 'wallet_shares', row)
  const { holder, key_id: keyId, sealed, commitment } = row
  return { holder, keyId, sealed, commitment }
}

type ShareToOpen = {
  readonly wallet: WalletId
  readonly shares: readonly NewShare[]
  /** The call that it is for. Undefined for maintenance, which holders allow for a limited time. */
  readonly signed: SignedStatement | undefined
}

/** Has a holder open the split key of a wallet. The caller overwrites it. Throws as {@link askHolders}. */
export async function openShares(
  { holders, instance, warn }: Pick<SplitContext, 'holders' | 'instance' | 'warn'>,
  { wallet, shares, signed }: ShareToOpen,
): Promise<Buffer> {
  const [{ commitment } = { commitment: Buffer.alloc(0) }] = shares
  const isRight = (key: Buffer): boolean => isSameMac(commitment, toCommitment(key))
  return askHolders(holders, { instance, wallet, signed, shares, isRight, warn })
}

type SplitWallet = { readonly wallet: SealedWallet; readonly signed: SignedStatement | undefined }

/**
 * Runs work with the split key of a wallet; undefined if it isn't split. A holder opens it for one call of a device, so it is requested
 * before the call counts as used. Throws as {@link askHolders}.
 */
export async function withSplitKey<value>(
  custody: SplitContext & Pick<Custody, 'database'>,
  { wallet, signed }: SplitWallet,
  work: (splitKey: Buffer | undefined) => Promise<value>,
): Promise<value> {
  if (!isSplit(wallet)) return work(undefined)
  const shares = await listShares(custody, custody.database, wallet.id)
  const key = await openShares(custody, { wallet, shares, signed })
  try {
    return await work(key)
  } finally {
    key.fill(0)
  }
}
