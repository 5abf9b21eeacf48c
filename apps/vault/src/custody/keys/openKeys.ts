import { randomBytes } from 'node:crypto'
import { lockOn } from '../database/lockOn.js'
import { migrate } from '../database/migrate.js'
import type { Database } from '../database/openDatabase.js'
import type { KekBackend } from './backends/kekBackend.js'
import type { Keys } from './keys.js'
import { createSettings, findKeys, readSettings, type Settings } from './settings.js'

export type OpenKeysOptions = {
  readonly kek: KekBackend
  /** Whether a database that was never used may get a new key. */
  readonly createsKek: boolean
}

export type OpenedKeys = Settings & { readonly keys: Keys }

/**
 * Brings key and database together. Throws, before anything is written, where the key is missing or another than what the
 * database was filled with. [F11]
 */
export async function openKeys(database: Database, { kek: backend, createsKek }: OpenKeysOptions): Promise<OpenedKeys> {
  const before = await readSettings(database)
  const keks = (await backend.read()) ?? (createsKek && !before ? await createKek(database, backend) : undefined)
  if (!keks)
    throw new Error(
      before
        ? `The key-encryption key of this database is not at ${backend.place}. Bring it back: nothing opens the wallets but it.`
        : `There is no key-encryption key at ${backend.place}. VAULT_KEK_CREATE=1 makes one for a new database.`,
    )
  const opened = before && findKeys(keks, before)
  await migrate(database)
  const settings = before ?? (await writeSettings(database, keks))
  const { keys } = opened ?? findKeys(keks, settings)
  for (const kek of keks) kek.fill(0)
  return { ...settings, keys }
}

/** One at a time, as not every backend tells by itself who was first. */
async function createKek(database: Database, { read, create }: KekBackend): Promise<readonly Buffer[]> {
  return database.inTransaction(async (client) => {
    await lockOn(client, ['key-encryption key'])
    return (await read()) ?? create(randomBytes(32))
  })
}

async function writeSettings(database: Database, keks: readonly Buffer[]): Promise<Settings> {
  const [kek] = keks
  if (!kek || keks.length > 1) throw new Error('A new database begins with one key-encryption key.')
  const { instance, check } = createSettings(kek)
  const insert = "INSERT INTO vault_settings VALUES ('instance', $1), ('check', $2) ON CONFLICT DO NOTHING"
  await database.inTransaction(({ query }) => query(insert, [instance, check]))
  // where two begin at once, the first has said it for both
  const settings = await readSettings(database)
  if (!settings) throw new Error('The settings of the database are gone again.')
  return settings
}
