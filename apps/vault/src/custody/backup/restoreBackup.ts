import type { Database } from '@latchkey/server-kit/database'
import { type AuditCheck, createAuditCheck } from '../audit/verifyAudit.js'
import { assertRow, type MacRow } from '../crypto/rowMac.js'
import { migrateDatabase } from '../database/database.js'
import type { KekBackend } from '../keys/backends/kekBackend.js'
import { createKeyHost, isSealed, isSplit, type KeyHost, type OpenKeyHost } from '../keys/host/keyHost.js'
import type { Keys } from '../keys/keys.js'
import { findKeys } from '../keys/openKeys.js'
import type { Holders } from '../split/holders.js'
import { openShares, readShare } from '../split/split.js'
import type { WalletRow } from '../wallets/wallet.js'
import { type BackupRow, readBackup } from './backupFile.js'

type BackupOptions = {
  readonly openKeyHost?: OpenKeyHost | undefined
  /** Opens split wallets too, during maintenance of a holder. Default: they are verified as far as custody's own key goes. */
  readonly holders?: Holders | undefined
  readonly warn?: ((cause: unknown) => void) | undefined
}

/**
 * Fills an empty database from a backup, all or nothing, after verifying it with the key. Throws if the database was used before, as its
 * data may be newer.
 */
export async function restoreBackup(
  database: Database,
  { file, kek, ...options }: BackupOptions & { readonly file: string; readonly kek: KekBackend },
): Promise<VerifiedBackup> {
  await assertEmpty(database)
  const verified = await verifyBackup(file, { keks: await readKekOfBackup(kek), ...options })
  await migrateDatabase(database)
  await database.inTransaction(async (client) => {
    await client.query('LOCK TABLE vault_settings')
    await assertEmpty(client)
    for await (const { table, row } of readBackup(file))
      await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [
        JSON.stringify(row),
      ])
  })
  return verified
}

async function assertEmpty({ query }: Pick<Database, 'query'>): Promise<void> {
  const [table] = await query<{ name: string | null }>("SELECT to_regclass('vault_settings')::text AS name")
  if (!table?.name) return
  const rows = await query('SELECT 1 FROM vault_settings UNION ALL SELECT 1 FROM users LIMIT 1')
  if (rows.length > 0) throw new Error('The database is not empty. Restore a backup into an unused database.')
}

type VerifiedBackup = {
  readonly wallets: number
  /** Of these, sealed by their owners: verified as far as custody's own key goes. */
  readonly sealed: number
  readonly split: number
  readonly auditEntries: number
}

/**
 * Verifies a backup: it was written under this key, every row is as custody wrote it, every user has a wallet, every wallet opens, and its
 * seed gives its addresses. Throws at the first problem, and writes nothing.
 */
export async function verifyBackup(
  file: string,
  {
    keks,
    openKeyHost = createKeyHost,
    holders,
    warn = () => undefined,
  }: BackupOptions & { readonly keks: readonly Buffer[] },
): Promise<VerifiedBackup> {
  const settings: Record<string, string> = {}
  const owners = new Map<string, { readonly canLogIn: boolean; readonly hasWallet: boolean }>()
  const versions = new Map<string, { readonly row: number; readonly log: number }>()
  let audit: AuditCheck | undefined
  let opened: Opened | undefined
  let [wallets, sealed, split] = [0, 0, 0]
  const shares = new Map<string, readonly ReturnType<typeof readShare>[]>()
  const invalid = (): Error => new Error('A user does not have a login and one wallet.')
  for await (const { table, row: cells } of readBackup(file)) {
    if (table === 'vault_settings') {
      settings[String(cells['name'])] = String(cells['value'])
      continue
    }
    // the settings come first
    opened ??= openSettings(keks, { settings, openKeyHost })
    const { keys } = opened
    audit ??= createAuditCheck(keys)
    const row = toRow(cells)
    if (table === 'audit') {
      audit.add(row as never)
      noteVersion(String(row['entry']))
      continue
    }
    assertRow(keys, table, row as MacRow<typeof table> & { readonly mac: Uint8Array })
    if (table === 'users') owners.set(String(cells['id']), { canLogIn: false, hasWallet: false })
    const id = String(cells['user_id'])
    const owner = owners.get(id)
    if (table === 'identities' || table === 'logins' || table === 'passkeys') {
      if (!owner) throw invalid()
      owners.set(id, { ...owner, canLogIn: true })
    }
    if (table === 'wallet_shares' && holders) {
      const wallet = String(cells['wallet_id'])
      shares.set(wallet, [...(shares.get(wallet) ?? []), readShare({ keys }, row as never)])
    }
    if (table !== 'wallets') continue
    const wallet = row as WalletRow
    const isInUse = wallet.retired_at === null || wallet.retired_at === undefined
    if (!owner?.canLogIn || (isInUse && owner.hasWallet)) throw invalid()
    if (isInUse) owners.set(id, { ...owner, hasWallet: true })
    versions.set(wallet.id, { row: Number(wallet.version ?? 0), log: 0 })
    if (isSealed(wallet)) sealed += 1
    if (isSplit(wallet)) split += 1
    await verifyWallet(opened, wallet)
    wallets += 1
  }
  const older = [...versions].find(([, { row, log }]) => row !== log)
  if (older)
    throw new Error(`Wallet ${older[0]} is of version ${older[1].row}, and the audit log says ${older[1].log}.`)
  if ([...owners.values()].some(({ hasWallet }) => !hasWallet)) throw invalid()
  return { wallets, sealed, split, auditEntries: audit?.count() ?? 0 }

  async function verifyWallet({ keyHost, instance }: Opened, wallet: WalletRow): Promise<void> {
    const place = { use: 'dek', wallet } as const
    // a sealed wallet only opens with its owner's own key
    if (isSealed(wallet) || (isSplit(wallet) && !holders))
      return void (await keyHost.rewrap({ dek: wallet.dek, from: place, to: place }))
    if (!isSplit(wallet)) return keyHost.verify({ wallet, locks: {} })
    const own = { wallet, shares: shares.get(wallet.id) ?? [], signed: undefined }
    const splitKey = await openShares({ holders, instance, warn }, own)
    await keyHost.verify({ wallet, locks: { splitKey } }).finally(() => splitKey.fill(0))
  }

  function noteVersion(entry: string): void {
    const { wallet, version } = JSON.parse(entry) as { readonly wallet?: string; readonly version?: number }
    const known = wallet === undefined ? undefined : versions.get(wallet)
    if (wallet !== undefined && known) versions.set(wallet, { ...known, log: Number(version) })
  }
}

type Opened = { readonly keys: Keys; readonly keyHost: KeyHost; readonly instance: string }

function openSettings(
  keks: readonly Buffer[],
  {
    settings: { instance = '', check = '', lookups },
    openKeyHost,
  }: { readonly settings: Readonly<Record<string, string>>; readonly openKeyHost: OpenKeyHost },
): Opened {
  const { keys } = findKeys(keks, { instance, check, lookups })
  return { keys, keyHost: openKeyHost({ keys, instance }), instance }
}

/** Decodes bytea cells. */
function toRow(cells: BackupRow): Readonly<Record<string, string | number | boolean | null | Buffer>> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : value,
    ]),
  )
}

/** Reads the keys that may open a backup. Throws if there are none. */
export async function readKekOfBackup({ place, read }: KekBackend): Promise<readonly Buffer[]> {
  const keks = await read()
  if (!keks)
    throw new Error(`There is no key-encryption key at ${place}. A backup can only be opened with its own key.`)
  return keks
}
