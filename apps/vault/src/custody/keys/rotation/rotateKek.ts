import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { appendAudit } from '../../audit/appendAudit.js'
import { migrate } from '../../database/migrate.js'
import type { Database } from '../../database/openDatabase.js'
import { type MacTable, macColumns } from '../../sealing/rowMac.js'
import { readKeks, replaceKeks } from '../kekFile.js'
import { toKekId } from '../keys.js'
import type { OpenedKeys } from '../openKeys.js'
import { changeSettings, findKeys, readSettings, type Settings } from '../settings.js'
import { beginRotation, takeKey } from './keyLock.js'
import { rewrapTable } from './rewrapTable.js'

export type RotateKekOptions = {
  readonly kekFile: string
  /** Only writes the next key into the file, to be copied to every machine before the rest is done. */
  readonly prepares: boolean
  /** Milliseconds in which running custodies read the file again. */
  readonly settle: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export type Rotation =
  /** The file holds the next key too, by its id. */
  | { readonly prepared: string }
  /** `refused`: rows that were changed from outside. They did not count before, and do not now. */
  | { readonly rotated: string; readonly rows: number; readonly refused: number }

/** How often a table is gone through, as rows that somebody writes are left to the next time. */
const mostTurns = 40

/**
 * Exchanges the key-encryption key while custody runs. First the file holds both keys, then the database says that the new one seals,
 * then row after row goes over to it, and when none is left the old one leaves the file. Killed at any moment, all opens by what
 * the file holds, and the same command goes on from there. Throws, and is to be run again, where it could not finish.
 */
export async function rotateKek(database: Database, options: RotateKekOptions): Promise<Rotation> {
  return database.inTransaction(async (client) => {
    // held by its connection alone until all is done: what is written goes over others, in steps
    await beginRotation(client)
    await migrate(database)
    const next = await prepareKey(database, options)
    if (options.prepares && !next.isInUse) return { prepared: toKekId(next.kek).toString('hex') }
    if (!next.isInUse) {
      await sleep(options.settle)
      await changeKey(database, { ...options, kek: next.kek })
    }
    const opened = await open(database, options.kekFile)
    const { rows, refused } = await rewrapAll(database, opened)
    const rotated = toKekId(next.kek).toString('hex')
    await database.inTransaction((own) =>
      appendAudit({ keys: opened.keys, now: options.now }, own, { event: 'key.rotated', key: rotated, rows, refused }),
    )
    await replaceKeks(options.kekFile, [next.kek])
    return { rotated, rows, refused }
  })
}

/** The key to go over to, which is in the file by then: the one of a rotation that was begun, or a new one. */
async function prepareKey(
  database: Database,
  { kekFile }: RotateKekOptions,
): Promise<{ readonly kek: Buffer; readonly isInUse: boolean }> {
  const { keks, settings } = await read(database, kekFile)
  const { kek: current } = findKeys(keks, settings)
  const place = keks.indexOf(current)
  if (keks.length > 2) throw new Error(`${kekFile} holds more than two keys.`)
  const next = keks[place + 1]
  if (next) return { kek: next, isInUse: false }
  // the last one seals: either it took over from the one before it, or it is alone
  if (place > 0) return { kek: current, isInUse: true }
  const kek = randomBytes(32)
  await replaceKeks(kekFile, [...keks, kek])
  return { kek, isInUse: false }
}

/** From here on everything new is written under the key. */
async function changeKey(
  database: Database,
  { kekFile, kek }: RotateKekOptions & { readonly kek: Buffer },
): Promise<void> {
  await database.inTransaction(async (client) => {
    await takeKey(client)
    const { keks, settings } = await read(client, kekFile)
    if (!keks.some((one) => one.equals(kek))) throw new Error(`The next key is not in ${kekFile}.`)
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
  opened: OpenedKeys,
): Promise<{ readonly rows: number; readonly refused: number }> {
  let rows = 0
  for (let turn = 0; turn < mostTurns; turn++) {
    let [left, refused] = [0, 0]
    for (const table of Object.keys(macColumns) as MacTable[]) {
      const one = await rewrapTable(database, table, opened)
      rows += one.done
      left += one.left
      refused += one.refused
    }
    if (left === 0) return { rows, refused }
    await sleep(250)
  }
  throw new Error('Some rows are always being written. Run the command again: it goes on from here.')
}

async function open(database: Database, kekFile: string): Promise<OpenedKeys> {
  const { keks, settings } = await read(database, kekFile)
  return { ...settings, keys: findKeys(keks, settings).keys }
}

async function read(
  database: Pick<Database, 'query'>,
  kekFile: string,
): Promise<{ readonly keks: readonly Buffer[]; readonly settings: Settings }> {
  const [keks, settings] = [await readKeks(kekFile), await readSettings(database)]
  if (!settings) throw new Error('This database was never used: there is no key to exchange.')
  if (!keks) throw new Error(`The key-encryption key of this database is not at ${kekFile}.`)
  return { keks, settings }
}
