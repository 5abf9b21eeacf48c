import type { MacTable } from '../../sealing/rowMac.js'
import type { Place } from '../../sealing/seal.js'
import type { Keys } from '../keys.js'

export type SealedRow = Readonly<Record<string, unknown>>

export type SealedColumn = {
  readonly column: string
  readonly key: keyof Pick<Keys, 'wrap' | 'email'>
  /** Where it was sealed for. */
  readonly toPlace: (row: SealedRow, instance: string) => Place
}

const sealedLogin = (column: string, purpose: string): SealedColumn => ({
  column,
  key: 'email',
  toPlace: ({ id }, instance) => [purpose, instance, String(id)],
})

const email = (column: string, owner: (row: SealedRow) => string): SealedColumn => ({
  column,
  key: 'email',
  toPlace: (row, instance) => ['email', instance, owner(row)],
})

/** What is sealed under the key-encryption key, besides the seals of rows. */
export const sealedColumns: Readonly<Partial<Record<MacTable, readonly SealedColumn[]>>> = {
  identities: [email('email', ({ user_id }) => String(user_id))],
  challenges: [email('email', ({ id }) => String(id)), email('next_email', ({ id }) => `${id} next`)],
  mail_links: [email('email', ({ id }) => String(id))],
  recoveries: [email('email', ({ id }) => String(id))],
  logins: [sealedLogin('subject', 'login'), sealedLogin('name', 'login name')],
  login_attempts: [
    sealedLogin('secrets', 'login secrets'),
    sealedLogin('outcome', 'login outcome'),
    sealedLogin('opening', 'login opening'),
  ],
  outbox: [{ column: 'sealed', key: 'email', toPlace: ({ id }, instance) => ['outbox', instance, String(id)] }],
  notices: [{ column: 'body', key: 'email', toPlace: ({ id }, instance) => ['notice', instance, String(id)] }],
  wallets: [
    {
      column: 'dek',
      key: 'wrap',
      toPlace: ({ project, user_id, id, version }, instance) => [
        ...(['dek', instance] as const),
        ...[project, user_id, id, ...(version === null ? [] : [version])].map(String),
      ],
    },
  ],
  kept_deks: [
    {
      column: 'dek',
      key: 'wrap',
      toPlace: ({ project, user_id, wallet_id }, instance) => [
        ...(['kept dek', instance] as const),
        ...[project, user_id, wallet_id].map(String),
      ],
    },
  ],
}

/** Bytes that are not sealed under it: found by another key, or sealed under what it opens. */
export const otherBytes: Readonly<Partial<Record<MacTable, readonly string[]>>> = {
  identities: ['email_index'],
  logins: ['subject_index'],
  login_attempts: ['state_hash', 'popup_hash'],
  wallets: ['seed'],
  devices: ['credential_hash'],
  challenges: ['email_index', 'next_index', 'link_hash', 'code_mac'],
  mail_links: ['email_index', 'link_hash'],
  recovery_codes: ['code_hash'],
  recoveries: ['email_index'],
  seals: ['sealed_key'],
  pending_seals: ['public_key'],
  processes: ['public_key'],
  operators: ['token_hash'],
}
