import type { Keys } from '../keys/keys.js'
import { idSize, isSameMac, splitVersion, toMac, UnknownKeyError } from './seal.js'

/**
 * The columns that a row's `mac` covers, by table: whoever changes one updates the `mac` in the same statement. tampering.test.ts says why
 * the other columns may change without it.
 */
export const macColumns = {
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
  passkeys: [
    ...(['id', 'user_id', 'project', 'credential', 'public_key', 'algorithm', 'counter'] as const),
    ...(['transports', 'is_syncable', 'is_synced', 'created_at'] as const),
  ],
  passkey_ceremonies: [
    ...(['id', 'device_id', 'project', 'purpose', 'user_id', 'subject', 'challenge_hash'] as const),
    ...(['created_at', 'valid_until'] as const),
  ],
  self_custody: ['user_id', 'passkey_id', 'x', 'y', 'state', 'changed_at'],
  self_custody_owners: ['user_id', 'passkey_id', 'chain', 'owners', 'read_at'],
  self_custody_guardians: ['user_id', 'passkey_id', 'chain', 'terms', 'queue_nonce', 'due_at', 'read_at'],
  wallets: ['id', 'user_id', 'project', 'dek', 'seed', 'eip155', 'solana', 'created_at'],
  wallet_shares: ['wallet_id', 'holder', 'user_id', 'key_id', 'sealed', 'commitment', 'created_at'],
  devices: ['id', 'project', 'origin', 'credential_hash', 'created_at'],
  device_keys: ['device_id', 'thumbprint', 'is_resumed', 'is_kept'],
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
    'browser',
    'place',
    'state',
    'link_hash',
    'link_expires_at',
    'approved_at',
    'code_mac',
    'code_expires_at',
    'code_claimed_at',
    'code_sent_at',
    'attempts',
    'repeats',
    'used_at',
    'created_at',
    'valid_until',
  ],
  mail_links: [
    'id',
    'kind',
    'project',
    'user_id',
    'device_id',
    'email_index',
    'email',
    'link_hash',
    'created_at',
    'valid_until',
  ],
  recovery_codes: ['user_id', 'code_hash', 'created_at'],
  recoveries: ['id', 'project', 'user_id', 'email_index', 'email', 'created_at', 'due_at', 'valid_until'],
  seals: ['id', 'user_id', 'kind', 'credential', 'sealed_key', 'created_at'],
  pending_seals: ['user_id', 'id', 'device_id', 'public_key', 'makes_seed', 'created_at', 'due_at'],
  kept_deks: ['wallet_id', 'user_id', 'project', 'dek', 'created_at', 'valid_until'],
  totp_factors: ['user_id', 'id', 'secret', 'state', 'last_step', 'created_at'],
  backup_codes: ['code_hash', 'user_id', 'factor_id', 'created_at'],
  factor_losses: ['user_id', 'factors_since', 'created_at', 'due_at', 'valid_until'],
  unlock_requests: [
    'device_id',
    'user_id',
    'session_id',
    'origin',
    'browser',
    'place',
    'state',
    'decided_by',
    'created_at',
    'valid_until',
  ],
  processes: ['id', 'public_key', 'created_at'],
  approvals: ['id', 'user_id', 'device_id', 'origin', 'method', 'chain', 'canonical', 'digest', 'valid_until'],
  call_bundles: ['user_id', 'origin', 'id', 'chain', 'hash', 'created_at'],
  permissions: ['id', 'user_id', 'origin', 'chain', 'terms', 'spent', 'created_at'],
  outbox: ['id', 'sealed', 'created_at', 'valid_until'],
  notices: ['id', 'user_id', 'body', 'created_at', 'valid_until'],
  wallet_freezes: ['user_id', 'is_proven', 'created_at', 'ended_at', 'valid_until'],
  transfer_holds: ['user_id', 'subject', 'device_id', 'amounts', 'state', 'created_at', 'due_at', 'valid_until'],
  operators: ['name', 'token_hash', 'created_at'],
  signing_switches: ['project', 'state', 'changed_at'],
  proposals: ['id', 'operator', 'act', 'state', 'created_at', 'valid_until'],
  projects: ['id', 'settings', 'revision', 'updated_at', 'updated_by'],
  webhooks: ['id', 'project', 'url', 'events', 'state', 'secret', 'previous_secret', 'previous_until', 'created_at'],
  deliveries: ['id', 'webhook_id', 'event', 'body', 'created_at'],
  api_keys: ['id', 'project', 'name', 'scopes', 'secret_hash', 'created_at', 'created_by'],
} as const

/** Columns that were added later, by table. They count only if they are not empty, so that older rows keep their MAC. */
export const laterColumns: Readonly<Partial<Record<MacTable, readonly string[]>>> = {
  users: [
    ...['language', 'frozen_at', 'factors_since', 'step_up_above', 'unclaimed_since', 'external_id', 'joined_at'],
    'passkey_factor_since',
  ],
  devices: ['generation', 'rotated_at', 'rotated_by'],
  sessions: ['thumbprint', 'login_id', 'factor_due_at'],
  mail_links: ['login_id', 'permission_id'],
  approvals: ['consent_by'],
  wallets: ['version', 'retired_at', 'bip122'],
  self_custody: ['recovery'],
  operators: ['acts_for_others'],
  proposals: ['via'],
}

export type MacTable = keyof typeof macColumns

export type MacRow<table extends MacTable> = Readonly<
  Record<(typeof macColumns)[table][number], string | number | boolean | null | Uint8Array | undefined>
>

/**
 * Computes a row's MAC, which only custody can: write access to the database isn't enough to forge a row. It starts with the id of the key.
 * [C2]
 */
export function toRowMac<table extends MacTable>(keys: Pick<Keys, 'rowMac'>, table: table, row: MacRow<table>): Buffer {
  const { id, key } = keys.rowMac.current
  return Buffer.concat([id, toMac(key, toParts(table, row))])
}

/** Throws if a row isn't as custody wrote it. */
export function assertRow<table extends MacTable>(
  keys: Pick<Keys, 'rowMac'>,
  table: table,
  row: MacRow<table> & { readonly mac: Uint8Array },
): void {
  const { key, id, rest } = splitVersion(keys.rowMac, row.mac)
  if (id === undefined && rest.byteLength === idSize + 32)
    throw new UnknownKeyError(`A row of ${table} uses a key that is not in the key file.`)
  if (!isSameMac(rest, toMac(key, toParts(table, row)))) throw new Error(`A row of ${table} was changed from outside.`)
}

type Cell = string | number | boolean | null | Uint8Array

function toParts<table extends MacTable>(table: table, row: MacRow<table>): readonly Cell[] {
  const cells = row as Readonly<Record<string, Cell | undefined>>
  const values = macColumns[table].map((name) => toCell(cells[name]))
  const later = (laterColumns[table] ?? []).flatMap((name) => {
    const value = toCell(cells[name])
    return value === null || value === '' || value === '0' ? [] : [name, value]
  })
  return [table, ...values, ...later]
}

/** The database returns a bigint as text. */
function toCell(value: Cell | undefined): Cell {
  return typeof value === 'number' ? String(value) : (value ?? null)
}
