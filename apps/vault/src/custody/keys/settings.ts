import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../database/queryable.js'
import { seal, unseal } from '../sealing/seal.js'
import { deriveKey, deriveKeys, deriveLookups, type Keys, type Lookups } from './keys.js'

/** What a database says of its key-encryption key. */
export type Settings = {
  /** Of this database, for as long as it lives: what is sealed for one is of no use in another. */
  readonly instance: string
  /** Tells its key from all others. */
  readonly check: string
  /** The keys that stay, sealed; absent where the key was never exchanged: then they come from it. */
  readonly lookups?: string | undefined
}

/** Undefined where the database was never used. */
export async function readSettings({ query }: Queryable): Promise<Settings | undefined> {
  const [table] = await query<{ name: string | null }>("SELECT to_regclass('vault_settings')::text AS name")
  if (!table?.name) return undefined
  const rows = await query<{ name: string; value: string }>('SELECT name, value FROM vault_settings')
  const { instance, check, lookups } = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  if (instance !== undefined && check !== undefined) return { instance, check, lookups }
  const [user] = await query('SELECT 1 FROM users LIMIT 1')
  if (user || rows.length > 0) throw new Error('The database does not say which key-encryption key it was filled with.')
  return undefined
}

export function createSettings(kek: Uint8Array): Settings {
  const instance = randomBytes(16).toString('hex')
  return { instance, check: toCheck(kek, instance) }
}

/** The same database with another key. */
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

export type FoundKeys = {
  readonly keys: Keys
  /** The one that seals. */
  readonly kek: Buffer
}

/** The keys of a database, from those of the file. Throws where the one that it is filled with is not among them. */
export function findKeys(keks: readonly Buffer[], settings: Settings): FoundKeys {
  const { instance, check, lookups } = settings
  const kek = keks.find((one) => isSame(toCheck(one, instance), check))
  if (!kek) throw new Error('The key-encryption key is not the one that this database was filled with.')
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
