import { randomInt } from 'node:crypto'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, lockOn } from '@latchkey/server-kit/database'
import { toHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../../protocol/custody.js'
import { assertRow, type MacTable, macColumns } from '../../crypto/rowMac.js'
import { splitVersion, unseal } from '../../crypto/seal.js'
import { startCustody } from '../../startCustody.js'
import { bundleCustody } from '../../test/bundleCustody.js'
import { createOperators } from '../../test/createOperators.js'
import type { Visitor } from '../../test/createVisitor.js'
import { runCustody } from '../../test/spawnCustody.js'
import { startMessageGate } from '../../test/startMessageGate.js'
import { startWorld, type World } from '../../test/startWorld.js'
import { findWallet } from '../../wallets/wallet.js'
import { openKekFile, readKeks } from '../backends/kekFile.js'
import { createKeyHost, openSecret } from '../host/keyHost.js'
import { parseKekWords, restoreKek, showKek } from '../kekWords.js'
import { refuseOldKeys } from '../keyRing.js'
import { openKeys } from '../openKeys.js'
import { otherBytes, sealedColumns } from './rewrapTable.js'
import { rotateKek } from './rotateKek.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined

let world: World
let bundle: Awaited<ReturnType<typeof bundleCustody>>
const visitors: { readonly visitor: Visitor; readonly user: User }[] = []
beforeAll(async () => {
  ;[world, bundle] = await Promise.all([startWorld({ processes: 2 }), bundleCustody()])
  for (const name of ['a', 'b', 'c']) {
    const visitor = world.createVisitor()
    await world.logIn(visitor, `${name}@mail.example`)
    visitors.push({ visitor, user: await visitor.get('user.get', {}) })
  }
})
afterAll(async () => {
  await world?.stop()
  await bundle?.remove()
})

const rotate = (prepares = false): ReturnType<typeof rotateKek> =>
  rotateKek(world.database, { kek: openKekFile(world.options.kekFile), prepares, settle: 0, now: world.now })

/** Opens every row with the keys of the file alone; returns the number of rows and of keys used. */
async function openAll(database: Database, kekFile: string): Promise<{ rows: number; keys: number }> {
  const { keys, instance } = await openKeys(database, { kek: openKekFile(kekFile), createsKek: false })
  const ids = new Set<string>()
  let rows = 0
  for (const table of Object.keys(macColumns) as MacTable[])
    for (const row of await database.query(`SELECT * FROM ${table}`)) {
      assertRow(keys, table, row as never)
      ids.add(String(splitVersion(keys.rowMac, row['mac'] as Buffer).id?.toString('hex')))
      for (const { column, ...by } of sealedColumns[table] ?? []) {
        const sealed = row[column] as Buffer | null
        if (sealed === null) continue
        if (by.key === 'email') unseal(keys.email, { sealed, place: by.toPlace(row, instance) })
        else {
          const place = by.toDekPlace(row)
          await createKeyHost({ keys, instance }).rewrap({ dek: sealed, from: place, to: place })
        }
      }
      rows += 1
    }
  for (const { user_id } of await database.query<{ user_id: string }>('SELECT user_id FROM wallets'))
    await openSecret(
      { keys, instance },
      { wallet: await findWallet({ keys }, database, user_id), locks: {} },
      (entropy) => expect(entropy).toHaveLength(16),
    )
  return { rows, keys: ids.size }
}

async function signsStill({ visitor, user }: (typeof visitors)[number]): Promise<boolean> {
  const address = user.accounts[0]?.address as `0x${string}`
  // the clock was moved
  await visitor.get('hello', {})
  const params = [toHex('still here'), address]
  const asked = await visitor.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
  const { result } = await visitor.get('request.sign', { id: asked.id, digest: asked.digest })
  return verifyMessage({ address, message: 'still here', signature: result as `0x${string}` })
}

describe('rotating the key-encryption key', () => {
  test('knows for every binary column whether it is sealed under the key', async () => {
    const columns = await world.database.query<{ table: MacTable; name: string }>(
      `SELECT table_name AS table, column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name <> 'mac' AND table_name = ANY($1)`,
      [Object.keys(macColumns)],
    )
    const known = columns.map(({ table, name }) => {
      const isSealed = sealedColumns[table]?.some(({ column }) => column === name) ?? false
      return [`${table}.${name}`, isSealed !== (otherBytes[table]?.includes(name) ?? false)]
    })
    expect(known.filter(([, isKnown]) => isKnown !== true)).toEqual([])
    expect(known.length).toBeGreaterThan(15)
    const owners = await world.database.query<{ table: MacTable }>(
      "SELECT table_name AS table FROM information_schema.columns WHERE column_name = 'mac' AND table_schema = 'public'",
    )
    expect(owners.map(({ table }) => table).sort()).toEqual(Object.keys(macColumns).sort())
  })

  test('works while custody runs: users stay logged in and can sign, and the old key opens nothing', async () => {
    const { kekFile } = world.options
    const old = join(world.folder, 'old-kek')
    await copyFile(kekFile, old)
    const { rows } = await openAll(world.database, kekFile)
    expect(await rotate()).toMatchObject({ refused: 0, rows: expect.any(Number) })
    expect(await openAll(world.database, kekFile)).toMatchObject({ keys: 1 })
    expect(rows).toBeGreaterThan(15)
    expect(await readKeks(kekFile)).toHaveLength(1)
    expect((await stat(kekFile)).mode & 0o777).toBe(0o600)
    expect(await readFile(kekFile, 'utf8')).not.toBe(await readFile(old, 'utf8'))
    await expect(openKeys(world.database, { kek: openKekFile(old), createsKek: false })).rejects.toThrow(
      'is not the one',
    )
    // each process notices it with its next check or write, and reports it at most once
    for (const one of visitors)
      await expect.poll(() => signsStill(one).catch((cause: Error) => cause.message)).toBe(true)
    const { visitor, user } = visitors[0] ?? { visitor: world.createVisitor(), user: undefined }
    expect(await visitor.get('user.get', {})).toEqual(user)
    // also in a new browser: the lookup index stays the same
    const other = world.createVisitor()
    world.move(3_600_000)
    await world.logIn(other, 'a@mail.example')
    expect(await other.get('user.get', {})).toEqual(user)
    expect((await openAll(world.database, kekFile)).keys).toBe(1)
  })

  test('leaves a row that was changed in the database as it is, and reports it', async () => {
    await world.createVisitor().get('hello', {})
    const newest = '(SELECT id FROM devices ORDER BY created_at DESC LIMIT 1)'
    const [row] = await world.database.query<{ id: string; mac: Buffer }>(
      `UPDATE devices SET origin = 'https://thief.example' WHERE id = ${newest} RETURNING id, mac`,
    )
    expect(await rotate()).toMatchObject({ refused: 1 })
    const after = await world.database.query('SELECT mac FROM devices WHERE id = $1', [row?.id])
    expect(after).toEqual([{ mac: row?.mac }])
    await world.database.query('DELETE FROM devices WHERE id = $1', [row?.id])
  })

  test('can be prepared first for several machines, and is completed by the next command', async () => {
    const [first] = (await readKeks(world.options.kekFile)) ?? []
    const prepared = await rotate(true)
    const keks = await readKeks(world.options.kekFile)
    expect([keks?.length, keks?.[0]]).toEqual([2, first])
    expect(await rotate(true)).toEqual(prepared)
    const done = await rotate()
    expect(done).toMatchObject({ rotated: (prepared as { prepared: string }).prepared })
    expect(await readKeks(world.options.kekFile)).toEqual([keks?.[1]])
  })

  test('error: is refused while another command holds the lock', async () => {
    await world.database.inTransaction(async ({ query }) => {
      await query('SELECT pg_advisory_xact_lock(5221118025)')
      await expect(rotate()).rejects.toThrow('Another command')
    })
  })
})

describe('the key as words', () => {
  test('has 24 words, from which the same file is restored', async () => {
    const env = { VAULT_KEK_FILE: world.options.kekFile }
    const shown = await runCustody(bundle.file, { words: ['show-kek'], env })
    const [kek] = JSON.parse(shown.out) as { id: string; words: string }[]
    expect(kek?.words.split(' ')).toHaveLength(24)
    const file = join(world.folder, 'from-paper')
    const restored = await runCustody(bundle.file, {
      words: ['restore-kek'],
      env: { VAULT_KEK_FILE: file },
      input: `1. ${kek?.words.replaceAll(' ', ',\n')}`,
    })
    expect([restored.code, JSON.parse(restored.out)]).toEqual([0, { restored: [kek?.id] }])
    expect(await readFile(file, 'utf8')).toBe(await readFile(world.options.kekFile, 'utf8'))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    // never overwrites an existing key
    const again = await runCustody(bundle.file, {
      words: ['restore-kek'],
      env: { VAULT_KEK_FILE: file },
      input: kek?.words,
    })
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('already') })
  })

  test('of both keys, as during a rotation, restore both', async () => {
    const file = join(world.folder, 'both')
    await writeFile(file, `${'a1'.repeat(32)}\n${'b2'.repeat(32)}\n`, { mode: 0o600 })
    const shown = await showKek(openKekFile(file))
    const copy = join(world.folder, 'both-from-paper')
    const restored = await restoreKek(openKekFile(copy), shown.map(({ words }) => words).join('\n'))
    expect(restored).toEqual({ restored: shown.map(({ id }) => id) })
    expect(await readFile(copy, 'utf8')).toBe(await readFile(file, 'utf8'))
  })

  test('error: a wrong word, swapped words, or a wrong number of words create no file', async () => {
    const { out } = await runCustody(bundle.file, {
      words: ['show-kek'],
      env: { VAULT_KEK_FILE: world.options.kekFile },
    })
    const words = (JSON.parse(out) as { words: string }[])[0]?.words.split(' ') ?? []
    const file = join(world.folder, 'never')
    const unequal = words.findIndex((word) => word !== words[0])
    const swapped = [...words]
    ;[swapped[0], swapped[unequal]] = [words[unequal] ?? '', words[0] ?? '']
    const next = words[23] === 'zoo' ? 'zone' : 'zoo'
    for (const wrong of [words.slice(0, 23), [...words, next]])
      expect(() => parseKekWords(wrong.join(' '))).toThrow('24 words')
    const { code, err } = await runCustody(bundle.file, {
      words: ['restore-kek'],
      env: { VAULT_KEK_FILE: file },
      input: [...words.slice(0, 23), 'latchkey'].join(' '),
    })
    expect([code, err]).toEqual([1, 'Word 24 is not in the word list.\n'])
    const outcome = (): string | undefined => parseKekWords(swapped.join(' '))[0]?.toString('hex')
    // one in 256 has a valid checksum by chance, and is another key then
    try {
      expect(outcome()).not.toBe((await readFile(world.options.kekFile, 'utf8')).trim())
    } catch (cause) {
      expect(String(cause)).toContain('checksum does not match')
    }
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('a rotation that is killed', () => {
  const points = isLong ? 20 : 2

  test(`at ${points} random points leaves every row readable with the file’s keys; custody starts, and a rerun completes it [C5]`, async () => {
    const { kekFile, databaseUrl } = world.options
    const gate = await startMessageGate(databaseUrl)
    const env = { DATABASE_URL: gate.url, VAULT_KEK_FILE: kekFile }
    // counts the messages of a whole rotation
    gate.arm({ at: Number.POSITIVE_INFINITY, isLetThrough: true, act: () => undefined })
    expect(await runCustody(bundle.file, { words: ['rotate-kek'], env })).toMatchObject({ code: 0 })
    const whole = gate.getCount()
    const ends: { at: number; keys: number; inFile: number }[] = []
    for (let point = 0; point < points; point++) {
      // the first one is in the middle for certain
      const at = point === 0 ? Math.floor(whole / 2) : randomInt(1, whole)
      const abort = new AbortController()
      gate.arm({ at, isLetThrough: randomInt(2) === 0, act: () => abort.abort() })
      await runCustody(bundle.file, { words: ['rotate-kek'], env, signal: abort.signal })
      const { rows, keys } = await openAll(world.database, kekFile)
      expect(rows).toBeGreaterThan(15)
      ends.push({ at, keys, inFile: (await readKeks(kekFile))?.length ?? 0 })
    }
    gate.arm({ at: Number.POSITIVE_INFINITY, isLetThrough: true, act: () => undefined })
    // a process that starts midway
    const one = await startCustody({ ...world.options, createsKek: false, listen: { port: 0 } })
    await one.stop()
    expect(await rotate()).toMatchObject({ refused: 0 })
    expect(await openAll(world.database, kekFile)).toMatchObject({ keys: 1 })
    expect(await readKeks(kekFile)).toHaveLength(1)
    for (const visitor of visitors)
      await expect.poll(() => signsStill(visitor).catch((cause: Error) => cause.message)).toBe(true)
    // it was indeed in the middle
    expect(ends.some(({ inFile }) => inFile === 2)).toBe(true)
    await gate.stop()
  })
})

describe('a command that writes while the key is rotated', () => {
  const { run } = createOperators(() => world)

  test('finishes what it has begun, before the old key is removed', async () => {
    const file = join(world.folder, 'users.csv')
    await writeFile(file, 'email\nimported@mail.example\n')
    const isWaiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    let rotation: ReturnType<typeof rotate> | undefined
    const { importing } = await world.database.inTransaction(async (client) => {
      await lockOn(client, ['pregenerate demo'])
      const begun = run(['import-users', file, '--project=demo', '--reason=moved here'])
      await expect.poll(async () => (await client.query(isWaiting)).length).toBe(1)
      rotation = rotate()
      // long enough for one that doesn't wait for the import
      await Promise.race([rotation, sleep(1_000)])
      return { importing: begun }
    })
    expect(await importing).toMatchObject({ ok: true, created: 1 })
    expect(await rotation).toMatchObject({ refused: 0 })
    expect(await openAll(world.database, world.options.kekFile)).toMatchObject({ keys: 1 })
  })

  test('error: begins nothing after that', async () => {
    const kek = openKekFile(world.options.kekFile)
    const database = refuseOldKeys(world.database, await openKeys(world.database, { kek, createsKek: false }))
    await rotate()
    const write = database.inTransaction(({ query }) => query('DELETE FROM users'))
    await expect(write).rejects.toThrow('was rotated meanwhile. Run the command again.')
  })
})
