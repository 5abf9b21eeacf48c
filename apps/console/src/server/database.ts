import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import {
  assertSchema,
  type Database,
  migrate,
  openDatabase as openPool,
  type Queryable,
  type Schema,
} from '@latchkey/server-kit/database'

type OpenDatabaseOptions = {
  readonly url: string
  readonly maxConnections?: number | undefined
  readonly warn: (cause: unknown) => void
}

/** Milliseconds. */
const timeouts = { connect: 3_000, statement: 5_000 } as const

/** Opens the console's database. */
export function openDatabase({ url, maxConnections = 5, warn }: OpenDatabaseOptions): Database {
  return openPool({ url, applicationName: 'latchkey-console', maxConnections, timeouts, warn })
}

/** Brings the schema up to date, or throws a `SchemaError` if this program may not and it is too old. */
export async function prepareSchema(database: Database, { migrates }: { readonly migrates: boolean }): Promise<void> {
  await (migrates ? migrate : assertSchema)(database, schema)
}

const steps = [
  [
    // `check_value` detects a secret other than the one that made the rows' MACs
    'CREATE TABLE secrets (id integer PRIMARY KEY CHECK (id = 1), check_value bytea NOT NULL)',
    `CREATE TABLE operators (
      id text PRIMARY KEY,
      name text NOT NULL UNIQUE,
      role text NOT NULL,
      subject text UNIQUE,
      created_at bigint NOT NULL,
      created_by text NOT NULL,
      removed_at bigint,
      mac bytea NOT NULL
    )`,
    `CREATE TABLE passkeys (
      id text PRIMARY KEY,
      operator_id text NOT NULL REFERENCES operators ON DELETE CASCADE,
      name text NOT NULL,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      is_synced boolean NOT NULL,
      created_at bigint NOT NULL,
      used_at bigint,
      mac bytea NOT NULL
    )`,
    'CREATE INDEX passkeys_operator ON passkeys (operator_id)',
    `CREATE TABLE invites (
      token_hash bytea PRIMARY KEY,
      name text NOT NULL,
      role text NOT NULL,
      created_by text NOT NULL,
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      mac bytea NOT NULL
    )`,
    `CREATE TABLE sessions (
      token_hash bytea PRIMARY KEY,
      operator_id text NOT NULL REFERENCES operators ON DELETE CASCADE,
      created_at bigint NOT NULL,
      seen_at bigint NOT NULL,
      mac bytea NOT NULL
    )`,
    'CREATE INDEX sessions_operator ON sessions (operator_id)',
    // challenges that a browser signs, or state that the provider returns; used once
    `CREATE TABLE ceremonies (
      token_hash bytea PRIMARY KEY,
      kind text NOT NULL,
      challenge text NOT NULL,
      expires_at bigint NOT NULL
    )`,
    `CREATE TABLE audit (
      seq bigint PRIMARY KEY,
      at bigint NOT NULL,
      event text NOT NULL,
      operator text NOT NULL,
      entry text NOT NULL,
      hash bytea NOT NULL
    )`,
  ],
]

export const schema: Schema = { steps, lock: 5_221_118_031, command: 'node dist/main.js migrate' }

/** The console's key for MACs, which the database doesn't have: whoever can only write to it can't add an operator. */
export type Secret = Uint8Array

/** Dependencies of the parts that need no service. */
export type StoreContext = {
  readonly database: Database
  readonly secret: Secret
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

type Value = string | number | bigint | Uint8Array | null

/** Computes a MAC over values, each with its length, so that no two lists look alike. */
export function toMac(secret: Secret, purpose: string, values: readonly Value[]): Buffer {
  const mac = createHmac('sha256', secret)
  for (const value of [purpose, ...values]) {
    const bytes = value === null ? undefined : value instanceof Uint8Array ? value : Buffer.from(String(value))
    mac.update(`${bytes?.byteLength ?? 'null'}:`).update(bytes ?? '')
  }
  return mac.digest()
}

/** Throws if a row was not written by the console. */
export function assertMac(secret: Secret, purpose: string, values: readonly Value[], mac: Uint8Array): void {
  if (!isSame(toMac(secret, purpose, values), mac))
    throw new Error(`A row of ${purpose} in the console's database was changed from outside.`)
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && timingSafeEqual(one, other)
}

type ReadSecretOptions = { readonly file: string; readonly makeRandom: (size: number) => Uint8Array }

/**
 * Reads the secret of a database from a file, 64 hex digits. For a database that was never used it creates the file. Rejects if the file is
 * missing, or is not this database's.
 */
export async function readSecret(database: Database, { file, makeRandom }: ReadSecretOptions): Promise<Secret> {
  return database.inTransaction(async (client) => {
    await client.query('LOCK TABLE secrets IN EXCLUSIVE MODE')
    const known = await findCheckValue(client)
    const text = await readFile(file, 'utf8').catch(async (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT') throw cause
      if (known)
        throw new Error(`${file} is missing. Without the secret of this database, nobody can sign in.`, { cause })
      const made = Buffer.from(makeRandom(32)).toString('hex')
      await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true })
      return made
    })
    if (!/^[0-9a-f]{64}\s*$/.test(text)) throw new Error(`${file} must contain 64 hex digits and nothing else.`)
    const secret = Buffer.from(text.trim(), 'hex')
    const own = toMac(secret, 'check', [])
    if (!known) await client.query('INSERT INTO secrets VALUES (1, $1)', [own])
    else if (!isSame(known, own)) throw new Error(`${file} is not the secret that this database was made with.`)
    return secret
  })
}

async function findCheckValue({ query }: Queryable): Promise<Buffer | undefined> {
  const [row] = await query<{ check_value: Buffer }>('SELECT check_value FROM secrets')
  return row?.check_value
}
