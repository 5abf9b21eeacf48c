import { type AuditCheck, createAuditCheck } from '../audit/createAuditCheck.js'
import type { Keys } from '../keys/keys.js'
import { findKeys } from '../keys/settings.js'
import { assertRow, type MacRow } from '../sealing/rowMac.js'
import { isSealed } from '../wallets/dek.js'
import { openEntropy, type WalletRow } from '../wallets/wallet.js'
import type { BackupRow } from './backupTables.js'
import { readBackup } from './readBackup.js'

export type VerifiedBackup = {
  readonly wallets: number
  /** Of these, as many as their owners have sealed: they opened as far as custody's own key goes. */
  readonly sealed: number
  readonly auditEntries: number
}

/**
 * Reads a backup to its end: it was filled with this key, every row is as custody wrote it, every user has a wallet, every wallet opens,
 * and its seed gives its addresses. Throws what is wrong, and writes nothing.
 */
export async function verifyBackup(file: string, keks: readonly Buffer[]): Promise<VerifiedBackup> {
  const settings: Record<string, string> = {}
  const owners = new Map<string, { readonly canLogIn: boolean; readonly hasWallet: boolean }>()
  const versions = new Map<string, { readonly row: number; readonly log: number }>()
  let audit: AuditCheck | undefined
  let opened: Opened | undefined
  let [wallets, sealed] = [0, 0]
  const fault = (): Error => new Error('A user does not have a login and one wallet.')
  for await (const { table, row: cells } of readBackup(file)) {
    if (table === 'vault_settings') {
      settings[String(cells['name'])] = String(cells['value'])
      continue
    }
    // they come first
    opened ??= open(keks, settings)
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
    if (table === 'identities' || table === 'logins') {
      if (!owner) throw fault()
      owners.set(id, { ...owner, canLogIn: true })
    }
    if (table !== 'wallets') continue
    const wallet = row as WalletRow
    const isInUse = wallet.retired_at === null || wallet.retired_at === undefined
    if (!owner?.canLogIn || (isInUse && owner.hasWallet)) throw fault()
    if (isInUse) owners.set(id, { ...owner, hasWallet: true })
    versions.set(wallet.id, { row: Number(wallet.version ?? 0), log: 0 })
    // what its owner has sealed opens with their own key only
    if (isSealed(opened, wallet)) sealed += 1
    else await openEntropy(opened, { wallet, userKey: undefined, work: () => undefined })
    wallets += 1
  }
  const older = [...versions].find(([, { row, log }]) => row !== log)
  if (older)
    throw new Error(`Wallet ${older[0]} is of version ${older[1].row}, and the audit log says ${older[1].log}.`)
  if ([...owners.values()].some(({ hasWallet }) => !hasWallet)) throw fault()
  return { wallets, sealed, auditEntries: audit?.count() ?? 0 }

  function noteVersion(entry: string): void {
    const { wallet, version } = JSON.parse(entry) as { readonly wallet?: string; readonly version?: number }
    const known = wallet === undefined ? undefined : versions.get(wallet)
    if (wallet !== undefined && known) versions.set(wallet, { ...known, log: Number(version) })
  }
}

type Opened = { readonly keys: Keys; readonly instance: string }

function open(keks: readonly Buffer[], settings: Readonly<Record<string, string>>): Opened {
  const { instance = '', check = '', lookups } = settings
  return { keys: findKeys(keks, { instance, check, lookups }).keys, instance }
}

/** With bytes as bytes. */
function toRow(cells: BackupRow): Readonly<Record<string, string | number | boolean | null | Buffer>> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : value,
    ]),
  )
}
