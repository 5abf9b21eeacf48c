import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@latchkey/server-kit/database'
import { appendAudit } from '../../audit/appendAudit.js'
import { type MacTable, macColumns } from '../../crypto/rowMac.js'
import { type MigrateOptions, migrateDatabase } from '../../database/database.js'
import { type KekBackend, ReadOnlyKekError } from '../backends/kekBackend.js'
import { createKeyHost, type OpenKeyHost } from '../host/keyHost.js'
import { beginRotation, takeKey } from '../keyRing.js'
import { toKekId } from '../keys.js'
import { changeSettings, findKeys, readSettings, type Settings } from '../openKeys.js'
import { type KeysToUse, rewrapTable } from './rewrapTable.js'

export type RotateKekOptions = MigrateOptions & {
  readonly kek: KekBackend
  /** Default: in this process. */
  readonly openKeyHost?: OpenKeyHost | undefined
  /** Only stores the next key next to the current one, so that a file can be copied to every machine before the rotation. */
  readonly prepares: boolean
  /** Milliseconds in which running processes reload the keys. */
  readonly settle: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Called with the rows that were re-encrypted so far. */
  readonly onProgress?: ((rows: number) => Promise<void>) | undefined
}

/** Poll intervals to wait until running processes have reloaded the keys. */
export const settlePolls = 3

export type Rotation =
  /** The id of the next key, which is stored next to the current one. */
  | { readonly prepared: string }
  /** `refused`: rows that were changed from outside. They were invalid before, and stay so. */
  | {
      readonly rotated: string
      readonly rows: number
      readonly refused: number
      /** The id of the old key, if it can only be removed by hand. */
      readonly toRemove?: string
    }

/** Passes over a table, as rows that another transaction is writing are skipped until the next pass. */
const maxTurns = 40

/**
 * Rotates the key-encryption key while custody runs. First both keys are stored, then the database switches to the new one, then row after
 * row is re-encrypted, and finally the old key is removed. If it is killed at any moment, everything still opens, and running the command
 * again continues. If the backend is read-only, the next key must already be there, and the old one stays. Throws, to be run again, if it
 * couldn't finish.
 */
export async function rotateKek(database: Database, options: RotateKekOptions): Promise<Rotation> {
  return database.inTransaction(async (client) => {
    // held by its own connection until the end; the steps use other connections
    await beginRotation(client)
    await migrateDatabase(database, options)
    const { kek: backend } = options
    const next = await prepareKey(database, backend)
    if (options.prepares && !next.isInUse) return { prepared: toKekId(next.kek).toString('hex') }
    if (!next.isInUse) {
      await sleep(options.settle)
      await changeKey(database, { backend, kek: next.kek })
    }
    const opened = await open(database, { backend, openKeyHost: options.openKeyHost ?? createKeyHost })
    const { rows, refused } = await rewrapAll(database, opened, options.onProgress)
    const rotated = toKekId(next.kek).toString('hex')
    await database.inTransaction((own) =>
      appendAudit({ keys: opened.keys, now: options.now }, own, { event: 'key.rotated', key: rotated, rows, refused }),
    )
    const left = await removeOthers(backend, next.kek)
    return { rotated, rows, refused, ...(left !== undefined && { toRemove: left }) }
  })
}

/** Returns the id of the key that it can't remove. */
async function removeOthers({ read, replace }: KekBackend, kek: Buffer): Promise<string | undefined> {
  const old = (await read())?.find((one) => !one.equals(kek))
  if (!old) return undefined
  try {
    await replace([kek])
    return undefined
  } catch (cause) {
    if (!(cause instanceof ReadOnlyKekError)) throw cause
    return toKekId(old).toString('hex')
  }
}

/** The key to switch to, stored by now: that of an unfinished rotation, or a new one. */
async function prepareKey(
  database: Database,
  backend: KekBackend,
): Promise<{ readonly kek: Buffer; readonly isInUse: boolean }> {
  const { keks, settings } = await read(database, backend)
  const { kek: current } = findKeys(keks, settings)
  const place = keks.indexOf(current)
  if (keks.length > 2) throw new Error(`${backend.place} contains more than two keys.`)
  const next = keks[place + 1]
  if (next) return { kek: next, isInUse: false }
  // the last key is in use: either it took over from the one before it, or it is the only one
  if (place > 0) return { kek: current, isInUse: true }
  const kek = randomBytes(32)
  await backend.replace([...keks, kek])
  return { kek, isInUse: false }
}

/** From here on everything is written under the new key. */
async function changeKey(
  database: Database,
  { backend, kek }: { readonly backend: KekBackend; readonly kek: Buffer },
): Promise<void> {
  // read before the lock, as everybody waits for it
  const { keks } = await read(database, backend)
  if (!keks.some((one) => one.equals(kek))) throw new Error(`The next key is not in ${backend.place}.`)
  await database.inTransaction(async (client) => {
    await takeKey(client)
    const settings = await readUsed(client)
    const { keys } = findKeys(keks, settings)
    const { emailIndex, codes, tokens, audit } = keys
    const { check, lookups } = changeSettings(settings, { kek, lookups: { emailIndex, codes, tokens, audit } })
    await client.query("UPDATE vault_settings SET value = $1 WHERE name = 'check'", [check])
    await client.query(
      "INSERT INTO vault_settings VALUES ('lookups', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [lookups],
    )
  })
}

async function rewrapAll(
  database: Database,
  opened: KeysToUse,
  onProgress: RotateKekOptions['onProgress'],
): Promise<{ readonly rows: number; readonly refused: number }> {
  let rows = 0
  for (let turn = 0; turn < maxTurns; turn++) {
    let [left, refused] = [0, 0]
    for (const table of Object.keys(macColumns) as MacTable[]) {
      const one = await rewrapTable(database, table, opened)
      rows += one.done
      left += one.left
      refused += one.refused
      await onProgress?.(rows)
    }
    if (left === 0) return { rows, refused }
    await sleep(250)
  }
  throw new Error('Some rows kept changing. Run the command again to continue.')
}

async function open(
  database: Database,
  { backend, openKeyHost }: { readonly backend: KekBackend; readonly openKeyHost: OpenKeyHost },
): Promise<KeysToUse> {
  const { keks, settings } = await read(database, backend)
  const opened = { ...settings, keys: findKeys(keks, settings).keys }
  return { ...opened, keyHost: openKeyHost(opened) }
}

async function read(
  database: Pick<Database, 'query'>,
  backend: KekBackend,
): Promise<{ readonly keks: readonly Buffer[]; readonly settings: Settings }> {
  const settings = await readUsed(database)
  const keks = await backend.read()
  if (!keks) throw new Error(`The key-encryption key of this database is not at ${backend.place}.`)
  return { keks, settings }
}

async function readUsed(database: Pick<Database, 'query'>): Promise<Settings> {
  const settings = await readSettings(database)
  if (!settings) throw new Error('This database was never used: there is no key to rotate.')
  return settings
}
