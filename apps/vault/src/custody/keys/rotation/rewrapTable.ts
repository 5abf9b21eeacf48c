import type { Database, Queryable } from '@latchkey/server-kit/database'
import { assertRow, type MacRow, type MacTable, toRowMac } from '../../crypto/rowMac.js'
import { type Place, seal, splitVersion, unseal } from '../../crypto/seal.js'
import { CallError } from '../../errors/callError.js'
import type { DekPlace, KeyHost, WalletId } from '../host/keyHost.js'
import type { OpenedKeys } from '../openKeys.js'

/** Rows per transaction, so that other queries don't wait long for them. */
const batch = 100

type Rewrapped = {
  readonly done: number
  /** Rows that were changed from outside. They are invalid under either key. */
  readonly refused: number
  /** Rows that another transaction was writing. */
  readonly left: number
}

type Row = SealedRow & { readonly mac: Buffer }

export type KeysToUse = OpenedKeys & { readonly keyHost: KeyHost }

/** Re-encrypts the rows of a table under the current key, in atomic steps. */
export async function rewrapTable(database: Database, table: MacTable, opened: KeysToUse): Promise<Rewrapped> {
  const primary = await readPrimaryKey(database, table)
  const { id } = opened.keys.rowMac.current
  const [order, others] = [primary.join(', '), 'substring(mac FROM 1 FOR 8) <> $1']
  let [done, refused] = [0, 0]
  let last: readonly unknown[] | undefined
  do {
    last = await database.inTransaction(async (client) => {
      const behind = last ? `AND (${order}) > (${last.map((_, index) => `$${index + 2}`).join(', ')})` : ''
      const rows = await client.query<Row>(
        `SELECT * FROM ${table} WHERE ${others} ${behind} ORDER BY ${order} LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
        [id, ...(last ?? [])],
      )
      for (const row of rows)
        if (await rewrapRow(client, { table, row, primary, opened })) done += 1
        else refused += 1
      const end = rows.at(-1)
      return end && primary.map((name) => end[name])
    })
  } while (last !== undefined)
  const [rest] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE ${others}`,
    [id],
  )
  return { done, refused, left: Math.max(0, (rest?.count ?? 0) - refused) }
}

type RowToRewrap = {
  readonly table: MacTable
  readonly row: Row
  readonly primary: readonly string[]
  readonly opened: KeysToUse
}

/** Returns false, and writes nothing, if a row isn't as custody wrote it: rewrapping would make it valid. */
async function rewrapRow(
  { query }: Queryable,
  { table, row, primary, opened: { keys, keyHost, instance } }: RowToRewrap,
): Promise<boolean> {
  const changed: Record<string, Buffer> = {}
  try {
    assertRow(keys, table, row as unknown as MacRow<MacTable> & { readonly mac: Uint8Array })
    for (const { column, ...sealedBy } of sealedColumns[table] ?? []) {
      const sealed = row[column] as Buffer | null
      if (sealed !== null) changed[column] = await rewrapCell(sealed, sealedBy)
    }
  } catch (cause) {
    // a key host that can't be reached says nothing about the row
    if (cause instanceof CallError) throw cause
    return false // counted as refused
  }
  const next = { ...row, ...changed } as unknown as MacRow<MacTable>
  const cells = { ...changed, mac: toRowMac(keys, table, next) }
  const [names, values] = [Object.keys(cells), Object.values(cells)]
  const set = names.map((name, index) => `${name} = $${index + 1}`).join(', ')
  const where = primary.map((name, index) => `${name} = $${names.length + index + 1}`).join(' AND ')
  await query(`UPDATE ${table} SET ${set} WHERE ${where}`, [...values, ...primary.map((name) => row[name])])
  return true

  async function rewrapCell(sealed: Buffer, by: SealedBy): Promise<Buffer> {
    if (by.key === 'wrap') {
      const place = by.toDekPlace(row)
      return keyHost.rewrap({ dek: sealed, from: place, to: place })
    }
    const { email } = keys
    if (splitVersion(email, sealed).id?.equals(email.current.id)) return sealed
    const place = by.toPlace(row, instance)
    const plain = unseal(email, { sealed, place })
    const again = seal(email, { plain, place })
    plain.fill(0)
    return again
  }
}

async function readPrimaryKey({ query }: Queryable, table: string): Promise<readonly string[]> {
  const columns = await query<{ name: string }>(
    `SELECT attribute.attname AS name FROM pg_index AS index
     JOIN pg_attribute AS attribute ON attribute.attrelid = index.indrelid AND attribute.attnum = ANY(index.indkey)
     WHERE index.indrelid = $1::regclass AND index.indisprimary ORDER BY array_position(index.indkey, attribute.attnum)`,
    [table],
  )
  return columns.map(({ name }) => name)
}

type SealedRow = Readonly<Record<string, unknown>>

type SealedBy =
  /** The place it was sealed for. */
  | { readonly key: 'email'; readonly toPlace: (row: SealedRow, instance: string) => Place }
  /** By the key host. */
  | { readonly key: 'wrap'; readonly toDekPlace: (row: SealedRow) => DekPlace }

type SealedColumn = { readonly column: string } & SealedBy

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

/** Columns that are sealed under the key-encryption key, besides the MACs of rows. */
export const sealedColumns: Readonly<Partial<Record<MacTable, readonly SealedColumn[]>>> = {
  identities: [email('email', ({ user_id }) => String(user_id))],
  challenges: [email('email', ({ id }) => String(id)), email('next_email', ({ id }) => `${id} next`)],
  mail_links: [email('email', ({ id }) => String(id))],
  recoveries: [email('email', ({ id }) => String(id))],
  logins: [sealedLogin('subject', 'login'), sealedLogin('name', 'login name')],
  passkeys: [sealedLogin('name', 'passkey name')],
  login_attempts: [
    sealedLogin('secrets', 'login secrets'),
    sealedLogin('outcome', 'login outcome'),
    sealedLogin('opening', 'login opening'),
  ],
  outbox: [{ column: 'sealed', key: 'email', toPlace: ({ id }, instance) => ['outbox', instance, String(id)] }],
  notices: [{ column: 'body', key: 'email', toPlace: ({ id }, instance) => ['notice', instance, String(id)] }],
  totp_factors: [{ column: 'secret', key: 'email', toPlace: ({ id }, instance) => ['totp', instance, String(id)] }],
  webhooks: [
    { column: 'secret', key: 'email', toPlace: ({ id }, instance) => ['webhook', instance, String(id)] },
    {
      column: 'previous_secret',
      key: 'email',
      toPlace: ({ id }, instance) => ['webhook before', instance, String(id)],
    },
  ],
  wallets: [
    {
      column: 'dek',
      key: 'wrap',
      toDekPlace: (row) => ({ use: 'dek', wallet: row as SealedRow & WalletId }),
    },
  ],
  kept_deks: [
    {
      column: 'dek',
      key: 'wrap',
      toDekPlace: (row) => ({
        use: 'kept dek',
        wallet: { ...(row as SealedRow & WalletId), id: String(row['wallet_id']), version: null },
      }),
    },
  ],
}

/** Other bytea columns: hashes, or values sealed under keys that are themselves sealed. */
export const otherBytes: Readonly<Partial<Record<MacTable, readonly string[]>>> = {
  identities: ['email_index'],
  logins: ['subject_index'],
  login_attempts: ['state_hash', 'popup_hash'],
  passkeys: ['public_key'],
  passkey_ceremonies: ['challenge_hash'],
  wallets: ['seed'],
  wallet_shares: ['sealed', 'commitment'],
  devices: ['credential_hash'],
  challenges: ['email_index', 'next_index', 'link_hash', 'code_mac'],
  mail_links: ['email_index', 'link_hash'],
  recovery_codes: ['code_hash'],
  recoveries: ['email_index'],
  backup_codes: ['code_hash'],
  seals: ['sealed_key'],
  pending_seals: ['public_key'],
  processes: ['public_key'],
  operators: ['token_hash'],
  api_keys: ['secret_hash'],
}
