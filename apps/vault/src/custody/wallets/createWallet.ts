import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { type Accounts, deriveAccounts } from '../../signing/keys.js'
import { toRowMac } from '../crypto/rowMac.js'
import { seal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { toPlace, wrapDek } from './dek.js'
import type { UserKey } from './userKey.js'

export type NewWallet = {
  readonly userId: string
  readonly project: string
  /** For a wallet that is sealed from the start: its seed is never under custody's key alone. */
  readonly userKey?: UserKey | undefined
  /** Drawn before, by {@link drawSeed}. It is overwritten. */
  readonly seed?: DrawnSeed | undefined
}

/** 128 random bits, and the addresses that follow from them. */
export type DrawnSeed = { readonly entropy: Buffer; readonly accounts: Accounts }

/** Draws the seed of a new wallet. Takes some milliseconds: who creates many wallets draws their seeds before the transaction. */
export function drawSeed(): DrawnSeed {
  const entropy = randomBytes(16)
  return { entropy, accounts: deriveAccounts(entropy) }
}

/**
 * Creates a wallet of 128 random bits, sealed under a data key of its own, which is wrapped under custody's. Returns its id. It opens once
 * the audit log names it, with version 1, in the same transaction.
 */
export async function createWallet(
  custody: Pick<Custody, 'keys' | 'instance' | 'now'>,
  client: Queryable,
  { userId, project, userKey, seed = drawSeed() }: NewWallet,
): Promise<string> {
  const { keys, now } = custody
  const id = randomBytes(16).toString('hex')
  const [{ entropy, accounts }, dek] = [seed, randomBytes(32)]
  const version = 1
  const owner = { id, user_id: userId, project }
  const row = {
    ...owner,
    // first: wrapping overwrites the key
    seed: seal(dek, { plain: entropy, place: toPlace(custody, 'seed', owner) }),
    dek: wrapDek(custody, { wallet: { ...owner, version }, dek, userKey }),
    ...accounts,
    created_at: now(),
    version,
  }
  entropy.fill(0)
  await client.query(
    `INSERT INTO wallets (id, user_id, project, dek, seed, eip155, solana, created_at, mac, version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[id, userId, project, row.dek, row.seed, row.eip155, row.solana, row.created_at],
      toRowMac(keys, 'wallets', row),
      version,
    ],
  )
  return id
}
