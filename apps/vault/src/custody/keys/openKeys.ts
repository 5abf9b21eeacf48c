import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Database, lockOn, type Queryable } from '@latchkey/server-kit/database'
import { z } from 'zod'
import { seal, unseal } from '../crypto/seal.js'
import { type MigrateOptions, migrateDatabase } from '../database/database.js'
import type { KekBackend } from './backends/kekBackend.js'
import { deriveKey, deriveKeys, deriveLookups, type Keys, type Lookups } from './keys.js'

export type OpenKeysOptions = MigrateOptions & {
  readonly kek: KekBackend
  /** Whether an unused database may get a new key. */
  readonly createsKek: boolean
}

export type OpenedKeys = Settings & { readonly keys: Keys }

/**
 * Opens the keys of a database. Throws, before anything is written, if the key is missing or isn't the one that the database was filled
 * with. [F11]
 */
export async function openKeys(
  database: Database,
  { kek: backend, createsKek, migrates }: OpenKeysOptions,
): Promise<OpenedKeys> {
  const before = await readSettings(database)
  const keks = (await backend.read()) ?? (createsKek && !before ? await createKek(database, backend) : undefined)
  if (!keks)
    throw new Error(
      before
        ? `The key-encryption key of this database is not at ${backend.place}. Bring it back: nothing opens the wallets but it.`
        : `There is no key-encryption key at ${backend.place}. Set VAULT_KEK_CREATE=1 to create one for a new database.`,
    )
  const opened = before && findKeys(keks, before)
  await migrateDatabase(database, { migrates })
  const settings = before ?? (await writeSettings(database, keks))
  const { keys } = opened ?? findKeys(keks, settings)
  for (const kek of keks) kek.fill(0)
  return { ...settings, keys }
}

/** Creates the key in one process at a time, as not every backend can detect which one was first. */
async function createKek(database: Database, { read, create }: KekBackend): Promise<readonly Buffer[]> {
  return database.inTransaction(async (client) => {
    await lockOn(client, ['key-encryption key'])
    return (await read()) ?? create(randomBytes(32))
  })
}

async function writeSettings(database: Database, keks: readonly Buffer[]): Promise<Settings> {
  const [kek] = keks
  if (!kek || keks.length > 1) throw new Error('A new database needs exactly one key-encryption key.')
  const { instance, check } = createSettings(kek)
  const insert = "INSERT INTO vault_settings VALUES ('instance', $1), ('check', $2) ON CONFLICT DO NOTHING"
  await database.inTransaction(({ query }) => query(insert, [instance, check]))
  // if two start at once, the first one's settings count for both
  const settings = await readSettings(database)
  if (!settings) throw new Error('The settings of the database are missing.')
  return settings
}

/** The data that a database stores about its key-encryption key. */
export type Settings = {
  /** Id of the database: values sealed for one can't be used in another. */
  readonly instance: string
  /** Identifies the key-encryption key. */
  readonly check: string
  /** The sealed lookup keys; undefined if the key was never rotated: then they are derived from it. */
  readonly lookups?: string | undefined
}

/** Returns undefined if the database was never used. */
export async function readSettings({ query }: Queryable): Promise<Settings | undefined> {
  const [table] = await query<{ name: string | null }>("SELECT to_regclass('vault_settings')::text AS name")
  if (!table?.name) return undefined
  const rows = await query<{ name: string; value: string }>('SELECT name, value FROM vault_settings')
  const { instance, check, lookups } = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  if (instance !== undefined && check !== undefined) return { instance, check, lookups }
  const [user] = await query('SELECT 1 FROM users LIMIT 1')
  if (user || rows.length > 0) throw new Error('The database does not record its key-encryption key.')
  return undefined
}

function createSettings(kek: Uint8Array): Settings {
  const instance = randomBytes(16).toString('hex')
  return { instance, check: toCheck(kek, instance) }
}

/** The settings of the same database under another key. */
export function changeSettings(
  { instance }: Settings,
  { kek, lookups }: { kek: Uint8Array; lookups: Lookups },
): Settings {
  const plain = Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(lookups).map(([name, key]) => [name, key.toString('hex')]))),
  )
  const sealed = seal(deriveKey(kek, 'settings'), { plain, place: ['lookups', instance] })
  return { instance, check: toCheck(kek, instance), lookups: sealed.toString('hex') }
}

type FoundKeys = {
  readonly keys: Keys
  /** The one that seals. */
  readonly kek: Buffer
}

/** Derives the keys of a database from those of the backend. Throws if the right one isn't among them. */
export function findKeys(keks: readonly Buffer[], settings: Settings): FoundKeys {
  const { instance, check, lookups } = settings
  const kek = keks.find((one) => isSame(toCheck(one, instance), check))
  if (!kek) throw new Error('The key-encryption key is not the one of this database.')
  const kept = lookups === undefined ? deriveLookups(kek) : openLookups(kek, { instance, lookups })
  return { kek, keys: deriveKeys({ current: kek, all: keks, lookups: kept }) }
}

const key = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .transform((hex) => Buffer.from(hex, 'hex'))

const lookupsSchema = z.strictObject({ emailIndex: key, codes: key, tokens: key, audit: key })

function openLookups(kek: Uint8Array, { instance, lookups }: { instance: string; lookups: string }): Lookups {
  const sealed = Buffer.from(lookups, 'hex')
  const plain = unseal(deriveKey(kek, 'settings'), { sealed, place: ['lookups', instance] })
  return lookupsSchema.parse(JSON.parse(plain.toString()))
}

function toCheck(kek: Uint8Array, instance: string): string {
  return createHmac('sha256', deriveKey(kek, 'check')).update(instance).digest('hex')
}

function isSame(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)]
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected)
}
