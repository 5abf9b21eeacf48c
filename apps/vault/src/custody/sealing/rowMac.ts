import type { Keys } from '../keys/keys.js'
import { isSameMac, toMac } from './toMac.js'

/** The columns that a row's `mac` covers, by table. The rest may change without it. */
const columns = {
  users: ['id', 'project', 'created_at'],
  identities: ['user_id', 'project', 'email_index', 'email', 'changed_at'],
  logins: ['id', 'user_id', 'project', 'provider', 'issuer', 'subject_index', 'subject', 'linked_at'],
  login_attempts: [
    'id',
    'device_id',
    'project',
    'origin',
    'browser',
    'place',
    'provider',
    'link_user',
    'state_hash',
    'popup_hash',
    'secrets',
    'created_at',
  ],
  wallets: ['id', 'user_id', 'project', 'dek', 'seed', 'eip155', 'solana', 'created_at'],
  devices: ['id', 'project', 'origin', 'credential_hash', 'created_at'],
  device_keys: ['device_id', 'thumbprint', 'is_resumed'],
  device_users: ['device_id', 'user_id', 'created_at'],
  sessions: ['device_id', 'id', 'user_id', 'created_at'],
  challenges: [
    'id',
    'device_id',
    'purpose',
    'project',
    'email_index',
    'email',
    'user_id',
    'change_id',
    'next_index',
    'next_email',
    'origin',
    'created_at',
  ],
  approvals: ['id', 'user_id', 'device_id', 'origin', 'method', 'chain', 'canonical', 'digest', 'valid_until'],
} as const

type Table = keyof typeof columns
export type MacRow<table extends Table> = Readonly<
  Record<(typeof columns)[table][number], string | number | boolean | null | Uint8Array | undefined>
>

/** What only custody can write: who can change the database alone makes no row that counts. [security.md C2] */
export function toRowMac<table extends Table>(keys: Keys, table: table, row: MacRow<table>): Buffer {
  const cells = row as Readonly<Record<string, string | number | boolean | null | Uint8Array | undefined>>
  const values = columns[table].map((name) => {
    const value = cells[name] ?? null
    // a bigint comes out of the database as text
    return typeof value === 'number' ? String(value) : value
  })
  return toMac(keys.rowMac, [table, ...values])
}

/** Throws where a row is not as custody wrote it. */
export function assertRow<table extends Table>(
  keys: Keys,
  table: table,
  row: MacRow<table> & { readonly mac: Uint8Array },
): void {
  if (!isSameMac(row.mac, toRowMac(keys, table, row))) throw new Error(`A row of ${table} was changed from outside.`)
}
