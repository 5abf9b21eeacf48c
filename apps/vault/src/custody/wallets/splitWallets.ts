import { randomBytes } from 'node:crypto'
import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { isSealed, isSplit, type Locks } from '../keys/host/keyHost.js'
import type { Holders } from '../split/holders.js'
import { listShares, openShares, type SplitContext, shareKey, writeShares } from '../split/split.js'
import { listWallets, prepareChange, type WalletRow, writeChanges } from './wallet.js'

export type SplitWalletsContext = SplitContext & Pick<Custody, 'database' | 'keyHost' | 'now'>

/** Wallets per query; each is changed in its own transaction. */
const batch = 100

/**
 * Splits all wallets that aren't split yet, while custody runs. Of those that are, it replaces the shares that aren't sealed to the holders'
 * keys of now, which takes maintenance. If it is killed at any moment, everything still opens, and running it again continues.
 */
export async function splitWallets(
  custody: SplitWalletsContext,
): Promise<{ readonly split: number; readonly shared: number }> {
  const holders = toHolders(custody)
  let [split, shared] = [0, 0]
  await forEachWallet(custody, async (client, wallet) => {
    if (!isSplit(wallet)) {
      await splitWallet(custody, client, wallet)
      split += 1
    } else if (await shareAgain({ ...custody, holders }, client, wallet)) shared += 1
  })
  return { split, shared }
}

/**
 * Makes custody's own key sufficient again for all wallets, which requires maintenance of a holder. Resumable like
 * {@link splitWallets}. `left`: wallets that their owners sealed after they were split. These stay split, as the split
 * key's lock is inside the owner's.
 */
export async function joinWallets(
  custody: SplitWalletsContext,
): Promise<{ readonly joined: number; readonly left: number }> {
  if (toHolders(custody).splitsNewWallets)
    throw new Error(
      'New wallets are still split. Set "newWallets": false in SPLIT_HOLDERS_FILE, and restart custody first.',
    )
  let [joined, left] = [0, 0]
  await forEachWallet(custody, async (client, wallet) => {
    if (!isSplit(wallet)) return
    const shares = await listShares(custody, client, wallet.id)
    const splitKey = await openShares(custody, { wallet, shares, signed: undefined })
    const from = { use: 'dek', wallet, locks: { splitKey } } as const
    const isOpen = await custody.keyHost.rewrap({ dek: wallet.dek, from, to: { use: 'dek', wallet } }).then(
      () => true,
      (cause: unknown) => {
        if (!isSealed(wallet)) throw cause
        return false
      },
    )
    if (isOpen) {
      const change = await prepareChange(custody, { wallet, event: 'wallet.joined', rewrap: { from } })
      await rewrapKeptDek(custody, client, { wallet, from: { splitKey }, to: {} })
      await writeShares(custody, client, { wallet, shares: [] })
      await writeChanges(custody, client, [change])
      joined += 1
    } else left += 1
    splitKey.fill(0)
  })
  return { joined, left }
}

function toHolders({ holders }: Pick<Custody, 'holders'>): Holders {
  if (!holders) throw new Error('SPLIT_HOLDERS_FILE is not set.')
  return holders
}

/** Runs work for each wallet, locked against changes of its seal. */
async function forEachWallet(
  custody: SplitWalletsContext,
  work: (client: Queryable, wallet: WalletRow) => Promise<void>,
): Promise<void> {
  const { database } = custody
  for (let last = ''; ; ) {
    const rows = await database.query<{ id: string; user_id: string }>(
      `SELECT id, user_id FROM wallets WHERE id > $1 ORDER BY id LIMIT ${batch}`,
      [last],
    )
    for (const { id, user_id: userId } of rows)
      await database.inTransaction(async (client) => {
        await lockOn(client, [`seal ${userId}`])
        const wallet = (await listWallets(custody, client, userId)).find((one) => one.id === id)
        if (wallet) await work(client, wallet)
      })
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

async function splitWallet(custody: SplitWalletsContext, client: Queryable, wallet: WalletRow): Promise<void> {
  const splitKey = randomBytes(32)
  // from now on, only a call that its user has confirmed would open it
  const { bip122 } =
    wallet.bip122 === null && !isSealed(wallet) ? await custody.keyHost.readAccounts({ wallet, locks: {} }) : wallet
  await writeShares(custody, client, { wallet, shares: shareKey(custody, wallet, splitKey) })
  await rewrapKeptDek(custody, client, { wallet, from: {}, to: { splitKey } })
  const change = { wallet, event: 'wallet.split', rewrap: { locks: { splitKey } }, bip122 } as const
  await writeChanges(custody, client, [await prepareChange(custody, change)])
  splitKey.fill(0)
}

/** Returns false if each holder has a share already. Those of others are removed. */
async function shareAgain(
  custody: SplitWalletsContext & { readonly holders: Holders },
  client: Queryable,
  wallet: WalletRow,
): Promise<boolean> {
  const shares = await listShares(custody, client, wallet.id)
  const { list } = custody.holders
  const has = ({ name, key }: Holders['list'][number]): boolean =>
    shares.some(({ holder, keyId }) => holder === name && keyId === key.id)
  if (list.every(has)) {
    if (shares.length === list.length) return false
    const kept = shares.filter(({ holder }) => list.some(({ name }) => name === holder))
    await writeShares(custody, client, { wallet, shares: kept })
    return true
  }
  const splitKey = await openShares(custody, { wallet, shares, signed: undefined })
  await writeShares(custody, client, { wallet, shares: shareKey(custody, wallet, splitKey) })
  splitKey.fill(0)
  return true
}

type KeptDek = {
  readonly wallet_id: string
  readonly user_id: string
  readonly project: string
  readonly dek: Buffer
  readonly created_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

/** Those that are kept while a seal can be undone have the same locks, without the owner's. */
async function rewrapKeptDek(
  { keys, keyHost }: Pick<Custody, 'keys' | 'keyHost'>,
  { query }: Queryable,
  { wallet, from, to }: { readonly wallet: WalletRow; readonly from: Locks; readonly to: Locks },
): Promise<void> {
  const [row] = await query<KeptDek>('SELECT * FROM kept_deks WHERE wallet_id = $1', [wallet.id])
  if (!row) return
  assertRow(keys, 'kept_deks', row)
  if (isSplit(row) === (to.splitKey !== undefined)) return
  const place = { use: 'kept dek', wallet } as const
  const dek = await keyHost.rewrap({ dek: row.dek, from: { ...place, locks: from }, to: { ...place, locks: to } })
  const mac = toRowMac(keys, 'kept_deks', { ...row, dek })
  await query('UPDATE kept_deks SET dek = $2, mac = $3 WHERE wallet_id = $1', [wallet.id, dek, mac])
}
