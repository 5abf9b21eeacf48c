import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { migrate } from '../database/migrate.js'
import type { Database } from '../database/openDatabase.js'
import type { Queryable } from '../database/queryable.js'
import { deriveKeys, type Keys } from './keys.js'
import { createKek, readKek } from './readKek.js'

export type OpenKeysOptions = {
  readonly kekFile: string
  /** Whether a database that was never used may get a new key. */
  readonly createsKek: boolean
}

export type OpenedKeys = {
  readonly keys: Keys
  /** Of this database, for as long as it lives: what is sealed for one is of no use in another. */
  readonly instance: string
}

/**
 * Brings key and database together. Throws, before anything is written, where the key is missing or another than what the
 * database was filled with. [security.md F11]
 */
export async function openKeys(database: Database, { kekFile, createsKek }: OpenKeysOptions): Promise<OpenedKeys> {
  const before = await readSettings(database)
  const kek = (await readKek(kekFile)) ?? (createsKek && !before ? await createKek(kekFile) : undefined)
  if (!kek)
    throw new Error(
      before
        ? `The key-encryption key of this database is not at ${kekFile}. Bring it back: nothing opens the wallets but it.`
        : `There is no key-encryption key at ${kekFile}. VAULT_KEK_CREATE=1 makes one for a new database.`,
    )
  const keys = deriveKeys(kek)
  kek.fill(0)
  if (before) assertKey(keys, before)
  await migrate(database)
  return { keys, instance: (before ?? (await writeSettings(database, keys))).instance }
}

type Settings = { readonly instance: string; readonly check: string }

/** Undefined where the database was never used. */
async function readSettings({ query }: Queryable): Promise<Settings | undefined> {
  const [table] = await query<{ name: string | null }>("SELECT to_regclass('vault_settings')::text AS name")
  if (!table?.name) return undefined
  const rows = await query<{ name: string; value: string }>('SELECT name, value FROM vault_settings')
  const { instance, check } = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  if (instance !== undefined && check !== undefined) return { instance, check }
  const [user] = await query('SELECT 1 FROM users LIMIT 1')
  if (user || rows.length > 0) throw new Error('The database does not say which key-encryption key it was filled with.')
  return undefined
}

async function writeSettings(database: Database, keys: Keys): Promise<Settings> {
  const instance = randomBytes(16).toString('hex')
  const insert = "INSERT INTO vault_settings VALUES ('instance', $1), ('check', $2) ON CONFLICT DO NOTHING"
  await database.inTransaction(({ query }) => query(insert, [instance, toCheck(keys, instance)]))
  // where two begin at once, the first has said it for both
  const settings = await readSettings(database)
  if (!settings) throw new Error('The settings of the database are gone again.')
  assertKey(keys, settings)
  return settings
}

function toCheck(keys: Keys, instance: string): string {
  return createHmac('sha256', keys.check).update(instance).digest('hex')
}

export function assertKey(keys: Keys, { instance, check }: Settings): void {
  const expected = Buffer.from(toCheck(keys, instance))
  const given = Buffer.from(check)
  if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected))
    throw new Error('The key-encryption key is not the one that this database was filled with.')
}
