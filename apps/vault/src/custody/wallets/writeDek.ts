import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { toRowMac } from '../sealing/rowMac.js'
import { seal } from '../sealing/seal.js'
import type { UserKey } from '../seals/userKey.js'
import { toPlace } from './createWallet.js'
import type { WalletRow } from './wallet.js'

export type NewDek = {
  readonly wallet: WalletRow
  /** It is overwritten. */
  readonly dek: Buffer
  /** Needed besides custody's from now on; undefined where custody's is enough. */
  readonly userKey: UserKey | undefined
}

/** Wraps the key of a wallet anew: under its owner's key first, if there is one, and custody's around it. */
export async function writeDek(
  { keys, instance }: Pick<Custody, 'keys' | 'instance'>,
  { query }: Queryable,
  { wallet, dek, userKey }: NewDek,
): Promise<void> {
  const { id, user_id: userId, project } = wallet
  const inner = userKey ? seal(userKey, { plain: dek, place: ['sealed dek', instance, userId, id] }) : Buffer.from(dek)
  const place = toPlace({ instance }, 'dek', { id, userId, project })
  const row = { ...wallet, dek: seal(keys.wrap, { plain: inner, place }) }
  dek.fill(0)
  inner.fill(0)
  await query('UPDATE wallets SET dek = $2, mac = $3 WHERE id = $1', [id, row.dek, toRowMac(keys, 'wallets', row)])
}
