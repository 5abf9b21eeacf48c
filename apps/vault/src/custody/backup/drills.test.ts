import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../database/database.js'
import { openKekFile } from '../keys/backends/kekFile.js'
import { openKeys } from '../keys/openKeys.js'
import { runCommand } from '../runCommand.js'
import { post } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'
import { writeBackup } from './backupFile.js'
import { type DrillSchedule, runDueDrill } from './drills.js'
import { restoreBackup } from './restoreBackup.js'

let world: World

let schedule: DrillSchedule

beforeAll(async () => {
  // looks for rows to vacuum each second
  const settings = { autovacuum_naptime: '1' }
  const ownServer = await startPostgres({ databases: ['vault', 'plain'], creators: ['vault'], settings })
  world = await startWorld({ processes: 2, ownServer })
  for (const email of ['a@mail.example', 'b@mail.example', 'c@mail.example'])
    await world.logIn(world.createVisitor(), email)
  const kek = openKekFile(world.options.kekFile)
  const { keys, instance } = await openKeys(world.database, { kek, createsKek: false })
  const { database, now, options } = world
  schedule = {
    database,
    keys,
    instance,
    now,
    kek,
    databaseUrl: options.databaseUrl,
    hours: 24,
    warn: options.warn ?? (() => undefined),
  }
})

afterAll(() => world?.stop())

const run = async (
  words: readonly string[],
  more: Record<string, string> = {},
): Promise<{ readonly report: unknown; readonly said: string }> => {
  let said = ''
  const report = await runCommand(words, {
    environment: { DATABASE_URL: world.options.databaseUrl, VAULT_KEK_FILE: world.options.kekFile, ...more },
    readInput: async () => '',
    say: (line) => {
      said += line
    },
  })
  return { report, said }
}

const listLeft = async (): Promise<readonly string[]> => {
  const databases = await world.database.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE 'latchkey_drill%'",
  )
  const files = (await readdir(tmpdir())).filter((name) =>
    name.startsWith(`latchkey-drill-${schedule.instance.slice(0, 12)}`),
  )
  return [...databases.map(({ datname }) => datname), ...files]
}

const getReadiness = (): Promise<unknown> => post(world.custodies[1]?.address ?? '', '/ready', undefined, 'GET')

describe('a restore drill', () => {
  test('restores a backup beside the database, opens wallets, checks the audit log, and leaves nothing behind', async () => {
    const { report, said } = await run(['drill', '--sample=2'])
    expect(report).toMatchObject({ ok: true, wallets: 3, sealed: 0, sampled: 2, auditEntries: expect.any(Number) })
    expect(said).toMatch(/passed in .+: 3 wallets restored, 2 of them opened/)
    expect(await listLeft()).toEqual([])
    const [entry] = await world.database.query<{ entry: string }>(
      "SELECT entry FROM audit WHERE event = 'drill.passed'",
    )
    expect(JSON.parse(entry?.entry ?? '')).toMatchObject({ wallets: 3, sampled: 2 })
    const kek = (await readFile(world.options.kekFile, 'utf8')).trim()
    expect(JSON.stringify([report, said, entry])).not.toContain(kek)
  })

  test('fails if a row was changed, reports the step, and is recorded in the audit log', async () => {
    const [row] = await world.database.query<{ id: string; eip155: string }>('SELECT id, eip155 FROM wallets LIMIT 1')
    await world.database.query('UPDATE wallets SET eip155 = lower(eip155) WHERE id = $1', [row?.id])
    const { report, said } = await run(['drill'])
    expect(report).toEqual({ ok: false, step: 'restore', reason: expect.stringContaining('changed from outside') })
    expect(said).toContain('The restore drill failed at "restore"')
    await world.database.query('UPDATE wallets SET eip155 = $2 WHERE id = $1', [row?.id, row?.eip155])
    expect(await listLeft()).toEqual([])
    const [entry] = await world.database.query<{ entry: string }>(
      "SELECT entry FROM audit WHERE event = 'drill.failed'",
    )
    expect(JSON.parse(entry?.entry ?? '')).toMatchObject({ step: 'restore' })
  })

  test('removes what a killed drill has left behind, even while it is in use and being vacuumed', async () => {
    const name = `latchkey_drill_${schedule.instance.slice(0, 12)}_1`
    await world.database.query(`CREATE DATABASE ${name}`)
    await world.database.query('CREATE DATABASE latchkey_drill_of_another')
    const url = new URL(schedule.databaseUrl)
    url.pathname = `/${name}`
    const left = openDatabase({ url: url.href, warn: () => undefined })
    // takes minutes: a pause of 0.1 s after each page
    const slow = 'autovacuum_vacuum_threshold = 1, autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_cost_delay = 100'
    await left.query(`CREATE TABLE rows (text text) WITH (${slow})`)
    await left.query("INSERT INTO rows SELECT repeat('x', 500) FROM generate_series(1, 20000)")
    await left.query('DELETE FROM rows')
    await left.query('SELECT pg_stat_force_next_flush()')
    const vacuums = 'SELECT pid FROM pg_stat_activity WHERE datname = $1 AND usesysid IS NULL'
    await expect.poll(() => world.database.query(vacuums, [name])).toHaveLength(1)
    expect((await run(['drill'])).report).toMatchObject({ ok: true })
    expect(await listLeft()).toEqual(['latchkey_drill_of_another'])
    await world.database.query('DROP DATABASE latchkey_drill_of_another')
    await left.close()
  })

  test('error: explains how to grant CREATEDB to a role that may not create databases', async () => {
    const url = world.postgres.urls['plain'] ?? ''
    const file = join(world.folder, 'plain.backup')
    await writeBackup(world.database, { file, now: world.now })
    const plain = openDatabase({ url, warn: () => undefined })
    await restoreBackup(plain, { file, kek: schedule.kek })
    await plain.close()
    const { report } = await run(['drill'], { DATABASE_URL: url })
    expect(report).toEqual({
      ok: false,
      step: 'create the scratch database',
      reason: expect.stringContaining('ALTER ROLE plain CREATEDB'),
    })
  })

  test('runs in one of several processes when it is due, and again an hour after a failure', async () => {
    const both = async (): Promise<readonly boolean[]> => {
      const reports = await Promise.all([runDueDrill(schedule), runDueDrill(schedule)])
      return reports.flatMap((report) => (report ? [report.ok] : []))
    }
    world.move(24 * 3_600_000)
    expect(await both()).toEqual([true])
    const at = world.now()
    world.move(23 * 3_600_000)
    expect(await both()).toEqual([])
    await expect.poll(getReadiness).toMatchObject({ ok: true, lastGoodDrill: at })
    world.move(3_600_000)
    await world.database.query("UPDATE users SET project = 'x' WHERE id = (SELECT min(id) FROM users)")
    expect(await both()).toEqual([false])
    expect(world.warnings.map(String).join()).toContain('The restore drill failed')
    await world.database.query("UPDATE users SET project = 'demo' WHERE project = 'x'")
    expect(await both()).toEqual([])
    // the readiness check caches what it reads for a second
    await expect.poll(getReadiness).toMatchObject({ lastGoodDrill: at, lastFailedDrill: world.now() })
    world.move(3_600_000)
    expect(await both()).toEqual([true])
  })
})
