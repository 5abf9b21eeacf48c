import { chmod, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import type { Database } from '@latchkey/server-kit/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../database/database.js'
import { openKekFile } from './backends/kekFile.js'
import { deriveKeys, deriveLookups } from './keys.js'
import { openKeys } from './openKeys.js'

let postgres: ProvidedPostgres
let folder: string
const opened: Database[] = []
const open = (name: string): Database => {
  const database = openDatabase({ url: postgres.urls[name] ?? '', warn: () => undefined })
  opened.push(database)
  return database
}
const names = ['fresh', 'filled', 'parallel', 'stripped'] as const
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-keys-'))
  postgres = await providePostgres({ databases: names })
})
afterAll(async () => {
  await Promise.all(opened.map(({ close }) => close()))
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})
/** All rows of a database. */
const dump = async ({ query }: Database): Promise<unknown> => {
  const tables = await query<{ name: string }>('SELECT relname AS name FROM pg_stat_user_tables ORDER BY relname')
  const rows: (readonly [string, unknown])[] = []
  for (const { name } of tables)
    rows.push([name, await query(`SELECT to_jsonb(one) AS row FROM ${name} AS one`)] as const)
  return rows
}

describe('the key-encryption key', () => {
  test('error: if it is missing, nothing starts and nothing is written [F11]', async () => {
    const database = open('fresh')
    const kekFile = join(folder, 'missing')
    await expect(openKeys(database, { kek: openKekFile(kekFile), createsKek: false })).rejects.toThrow(
      'VAULT_KEK_CREATE=1',
    )
    expect(await dump(database)).toEqual([])
    await expect(stat(kekFile)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is created once for a new database by parallel starts, in a file that only its owner can read', async () => {
    const kekFile = join(folder, 'parallel/kek')
    const all = await Promise.all(
      Array.from({ length: 6 }, () => openKeys(open('parallel'), { kek: openKekFile(kekFile), createsKek: true })),
    )
    expect(new Set(all.map(({ keys, instance }) => `${instance} ${keys.wrap.current.key.toString('hex')}`)).size).toBe(
      1,
    )
    expect((await stat(kekFile)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'parallel'))).mode & 0o777).toBe(0o700)
    expect(await readFile(kekFile, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  })

  test('error: if it is lost or replaced, nothing starts or is written, even if a key may be created [F11]', async () => {
    const database = open('filled')
    const kekFile = join(folder, 'kek')
    const { instance } = await openKeys(database, { kek: openKekFile(kekFile), createsKek: true })
    expect((await openKeys(database, { kek: openKekFile(kekFile), createsKek: false })).instance).toBe(instance)
    const before = await dump(database)

    const lost = join(folder, 'lost')
    for (const createsKek of [true, false])
      await expect(openKeys(database, { kek: openKekFile(lost), createsKek })).rejects.toThrow('Bring it back')
    await expect(stat(lost)).rejects.toMatchObject({ code: 'ENOENT' })

    const other = join(folder, 'other')
    await writeFile(other, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
    for (const createsKek of [true, false])
      await expect(openKeys(database, { kek: openKekFile(other), createsKek })).rejects.toThrow('is not the one')
    expect(await dump(database)).toEqual(before)
  })

  test('error: a database with users but without a record of its key is not given another key', async () => {
    const database = open('stripped')
    const kekFile = join(folder, 'stripped')
    await openKeys(database, { kek: openKekFile(kekFile), createsKek: true })
    await database.query("INSERT INTO users VALUES ('u', 'demo', 1, '')")
    await database.query('DELETE FROM vault_settings')
    await expect(openKeys(database, { kek: openKekFile(kekFile), createsKek: true })).rejects.toThrow(
      'does not record its key',
    )
  })

  test('error: a file that others may read, or with invalid content, is refused', async () => {
    const database = open('filled')
    const kekFile = join(folder, 'open')
    await copyFile(join(folder, 'kek'), kekFile)
    await chmod(kekFile, 0o640)
    await expect(openKeys(database, { kek: openKekFile(kekFile), createsKek: false })).rejects.toThrow(
      `chmod 600 ${kekFile}`,
    )
    for (const text of ['', 'ab', 'g'.repeat(64), `${'ab'.repeat(32)}00`]) {
      await writeFile(kekFile, text)
      await chmod(kekFile, 0o600)
      await expect(openKeys(database, { kek: openKekFile(kekFile), createsKek: false })).rejects.toThrow(
        'does not contain a key-encryption key',
      )
    }
  })

  test('is never used directly: a separate key is derived for each purpose', () => {
    const kek = Buffer.alloc(32, 7)
    const derive = (): ReturnType<typeof deriveKeys> =>
      deriveKeys({ current: kek, all: [kek], lookups: deriveLookups(kek) })
    const keys = Object.values(derive()).flatMap((key) =>
      'current' in key ? [key.current.id, key.current.key] : [key],
    )
    // three keys that rotate have one id
    expect(new Set([...keys, kek].map((key) => key.toString('hex'))).size).toBe(9)
    expect(derive()).toEqual(derive())
  })
})
