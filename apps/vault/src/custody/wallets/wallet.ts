import { deriveAccounts } from '../../signing/deriveAccounts.js'
import type { Accounts } from '../../signing/toAccounts.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow } from '../sealing/rowMac.js'
import { unseal } from '../sealing/seal.js'
import { openUserKey, type UserKey } from '../seals/userKey.js'
import { whileSigning } from '../signingSwitch/signingSwitch.js'
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
 * Opens a wallet for as long as the work lasts. Throws `STOPPED`, `FROZEN` or `WALLET_FROZEN`, and `LOCKED` where its owner has sealed it
 * and not unlocked.
 */
export async function withEntropy<value>(
  custody: Custody,
  wallet: WalletRow,
  work: (entropy: Uint8Array) => Promise<value> | value,
): Promise<value> {
  return whileSigning(custody, wallet.user_id, async (client) => {
    const userKey = isSealed(custody, wallet) ? await openUserKey(custody, client, wallet.user_id) : undefined
    return openEntropy(custody, { wallet, userKey, work })
  })
}

/** Throws `LOCKED` where the wallet could not sign now. */
export async function assertUnlocked(custody: Custody, wallet: WalletRow): Promise<void> {
  if (isSealed(custody, wallet)) (await openUserKey(custody, custody.database, wallet.user_id)).fill(0)
}

type KeysAndInstance = Pick<Custody, 'keys' | 'instance'>

/** Whether its owner's own key is needed besides custody's. */
export function isSealed(custody: KeysAndInstance, wallet: WalletRow): boolean {
  const inner = unwrap(custody, wallet)
  const { byteLength } = inner
  inner.fill(0)
  return byteLength !== dekSize
}

const dekSize = 32

/** The key of a wallet; of a sealed one what its owner's key opens. */
function unwrap(custody: KeysAndInstance, { id, user_id: userId, project, dek }: WalletRow): Buffer {
  return unseal(custody.keys.wrap, { sealed: dek, place: toPlace(custody, 'dek', { id, userId, project }) })
}

/** Throws where the user's key is another one. */
export function openDek(custody: KeysAndInstance, wallet: WalletRow, userKey: UserKey | undefined): Buffer {
  const inner = unwrap(custody, wallet)
  if (!userKey || inner.byteLength === dekSize) return inner
  return unseal(userKey, { sealed: inner, place: ['sealed dek', custody.instance, wallet.user_id, wallet.id] })
}

/** Throws where it is not the wallet that belongs there, or its addresses are not those of its seed. */
export async function openEntropy<value>(
  custody: KeysAndInstance,
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
  const { id, user_id: userId, project, seed } = wallet
  const dek = openDek(custody, wallet, userKey)
  const entropy = unseal(dek, { sealed: seed, place: toPlace(custody, 'seed', { id, userId, project }) })
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
