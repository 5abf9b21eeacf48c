import { deriveAccounts } from '../../signing/deriveAccounts.js'
import type { Accounts } from '../../signing/toAccounts.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow } from '../sealing/rowMac.js'
import { unseal } from '../sealing/seal.js'
import { toPlace } from './createWallet.js'

export type WalletRow = {
  readonly id: string
  readonly user_id: string
  readonly project: string
  readonly dek: Buffer
  readonly seed: Buffer
  readonly eip155: string
  readonly solana: string
  readonly created_at: string
  readonly mac: Buffer
}

/** The wallet of a user, sealed; its addresses are those that custody wrote. */
export async function findWallet(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  userId: string,
): Promise<WalletRow> {
  const [row] = await query<WalletRow>('SELECT * FROM wallets WHERE user_id = $1', [userId])
  if (!row) throw new Error('A user has no wallet.')
  assertRow(keys, 'wallets', row)
  return row
}

export function getAccounts({ eip155, solana }: Pick<WalletRow, 'eip155' | 'solana'>): Accounts {
  return { eip155: eip155 as `0x${string}`, solana }
}

/**
 * Opens a wallet for as long as the work lasts. Throws where it is not the one that belongs there, or its addresses are not those
 * of its seed.
 */
export async function withEntropy<value>(
  custody: Pick<Custody, 'keys' | 'instance'>,
  { id, user_id: userId, project, dek: wrapped, seed, ...wallet }: WalletRow,
  work: (entropy: Uint8Array) => Promise<value> | value,
): Promise<value> {
  const owner = { id, userId, project }
  const dek = unseal(custody.keys.wrap, { sealed: wrapped, place: toPlace(custody, 'dek', owner) })
  const entropy = unseal(dek, { sealed: seed, place: toPlace(custody, 'seed', owner) })
  try {
    const { eip155, solana } = deriveAccounts(entropy)
    if (eip155 !== wallet.eip155 || solana !== wallet.solana)
      throw new Error('The addresses of a wallet are not its own.')
    return await work(entropy)
  } finally {
    entropy.fill(0)
    dek.fill(0)
  }
}
