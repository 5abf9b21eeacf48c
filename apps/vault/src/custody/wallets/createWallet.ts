import { randomBytes } from 'node:crypto'
import { deriveAccounts } from '../../signing/deriveAccounts.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { toRowMac } from '../sealing/rowMac.js'
import { type Place, seal } from '../sealing/seal.js'

export type WalletOwner = { readonly userId: string; readonly project: string }

/** Makes a wallet of 128 random bits, sealed under a key of its own, which is wrapped under custody's. */
export async function createWallet(custody: Custody, { query }: Queryable, owner: WalletOwner): Promise<void> {
  const { keys, now } = custody
  const id = randomBytes(16).toString('hex')
  const [entropy, dek] = [randomBytes(16), randomBytes(32)]
  const row = {
    id,
    user_id: owner.userId,
    project: owner.project,
    dek: seal(keys.wrap, { plain: dek, place: toPlace(custody, 'dek', { ...owner, id }) }),
    seed: seal(dek, { plain: entropy, place: toPlace(custody, 'seed', { ...owner, id }) }),
    ...deriveAccounts(entropy),
    created_at: now(),
  }
  entropy.fill(0)
  dek.fill(0)
  await query('INSERT INTO wallets VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    ...[id, row.user_id, row.project, row.dek, row.seed, row.eip155, row.solana, row.created_at],
    toRowMac(keys, 'wallets', row),
  ])
}

/** Where alone a part of a wallet opens. */
export function toPlace(
  { instance }: Pick<Custody, 'instance'>,
  purpose: 'dek' | 'seed',
  { id, userId, project }: WalletOwner & { readonly id: string },
): Place {
  return [purpose, instance, project, userId, id]
}
