import { createAuditCheck } from '../audit/createAuditCheck.js'
import type { Keys } from '../keys/keys.js'
import { assertKey } from '../keys/openKeys.js'
import { assertRow, type MacRow } from '../sealing/rowMac.js'
import { type WalletRow, withEntropy } from '../wallets/wallet.js'
import type { BackupRow } from './backupTables.js'
import { readBackup } from './readBackup.js'

export type VerifiedBackup = { readonly wallets: number; readonly auditEntries: number }

/**
 * Reads a backup to its end: it was filled with this key, every row is as custody wrote it, every user has a wallet, every wallet opens,
 * and its seed gives its addresses. Throws what is wrong, and writes nothing.
 */
export async function verifyBackup(file: string, keys: Keys): Promise<VerifiedBackup> {
  const settings: Record<string, string> = {}
  const owners = new Map<string, 'user' | 'identity' | 'wallet'>()
  const audit = createAuditCheck(keys)
  let wallets = 0
  const follow = (id: string, [before, now]: readonly [string | undefined, 'user' | 'identity' | 'wallet']): void => {
    if (owners.get(id) !== before) throw new Error('A user does not have one identity and one wallet.')
    owners.set(id, now)
  }
  for await (const { table, row: cells } of readBackup(file)) {
    if (table === 'vault_settings') {
      settings[String(cells['name'])] = String(cells['value'])
      continue
    }
    const { instance = '', check = '' } = settings
    assertKey(keys, { instance, check })
    const row = toRow(cells)
    if (table === 'audit') {
      audit.add(row as never)
      continue
    }
    assertRow(keys, table, row as MacRow<typeof table> & { readonly mac: Uint8Array })
    if (table === 'users') follow(String(cells['id']), [undefined, 'user'])
    if (table === 'identities') follow(String(cells['user_id']), ['user', 'identity'])
    if (table !== 'wallets') continue
    follow(String(cells['user_id']), ['identity', 'wallet'])
    await withEntropy({ keys, instance }, row as WalletRow, () => undefined)
    wallets += 1
  }
  if ([...owners.values()].some((state) => state !== 'wallet'))
    throw new Error('A user does not have one identity and one wallet.')
  return { wallets, auditEntries: audit.count() }
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
