import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { SealedPhrase } from '../../protocol/account.js'
import { toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import type { KeyHost, Locks, SealedWallet, WalletId } from '../keys/host/keyHost.js'
import { createSplitKey, type SplitKey, writeShares } from '../split/split.js'
import type { UserKey } from './userKey.js'

export type NewWallet = {
  readonly userId: string
  readonly project: string
  /** For a wallet that is sealed from the start: its seed is never under custody's key alone. */
  readonly userKey?: UserKey | undefined
  /**
   * The secret that its owner imports: a recovery phrase, see {@link KeyHost.importWallet}, or a private key for an
   * account `from` another wallet, see {@link KeyHost.importAccount}. Default: a new seed.
   */
  readonly imported?:
    | {
        readonly purpose: string
        readonly phrase: SealedPhrase
        readonly from?: { readonly wallet: SealedWallet; readonly locks: Locks } | undefined
      }
    | undefined
}

/** A wallet that the key host has made for a user, and that has no row yet. */
export type PreparedWallet = WalletId &
  Awaited<ReturnType<KeyHost['createWallet']>> & {
    /** Of a wallet that is split. */
    readonly shares: SplitKey['shares']
  }

/** Creates a wallet without its row. Takes some milliseconds: prepare several wallets before the transaction. */
export async function prepareWallet(
  { keyHost, ...custody }: Pick<Custody, 'keyHost' | 'holders' | 'instance'>,
  { userId, project, userKey, imported }: NewWallet,
): Promise<PreparedWallet> {
  const wallet = { id: randomBytes(16).toString('hex'), user_id: userId, project, version: 1 }
  const split = createSplitKey(custody, wallet)
  const options = { wallet, locks: { userKey, splitKey: split?.key } }
  try {
    return { ...wallet, ...(await make()), shares: split?.shares ?? [] }
  } finally {
    split?.key.fill(0)
  }

  function make(): ReturnType<KeyHost['createWallet']> {
    if (!imported) return keyHost.createWallet(options)
    const { from, ...given } = imported
    return from ? keyHost.importAccount({ ...options, ...given, from }) : keyHost.importWallet({ ...options, ...given })
  }
}

/** Writes the row of a wallet. It opens once the audit log names it, with version 1, in the same transaction. Returns its id. */
export async function createWallet(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { accounts, shares, ...wallet }: PreparedWallet,
): Promise<string> {
  const row = { ...wallet, ...accounts, created_at: now() }
  await client.query(
    `INSERT INTO wallets (id, user_id, project, dek, seed, eip155, solana, created_at, mac, version, bip122)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[row.id, row.user_id, row.project, row.dek, row.seed, row.eip155, row.solana, row.created_at],
      toRowMac(keys, 'wallets', row),
      row.version,
      row.bip122,
    ],
  )
  await writeShares({ keys, now }, client, { wallet, shares })
  return row.id
}
