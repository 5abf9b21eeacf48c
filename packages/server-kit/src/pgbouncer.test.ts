import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase, openSessionLocks } from './database.js'
import { migrate } from './migrations.js'

// the long run, where PgBouncer is installed
const hasBouncer = process.env['LATCHKEY_LONG'] !== undefined && spawnSync('pgbouncer', ['--version']).status === 0

const timeouts = { connect: 8_000, statement: 8_000 }

let postgres: RunningPostgres
beforeAll(async () => {
  if (hasBouncer) postgres = await startPostgres({ databases: ['kit'] })
})
afterAll(() => postgres?.stop())

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts PgBouncer before the server with one connection for all, and returns its URL. */
async function startBouncer(mode: 'session' | 'transaction', ignored: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bouncer-'))
  const [to, port] = [new URL(postgres.urls['kit'] ?? ''), await findPort()]
  const size = mode === 'session' ? 4 : 1
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${to.username}" "${decodeURIComponent(to.password)}"\n`)
  const config = join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
kit = host=${to.hostname} port=${to.port} dbname=kit
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${size}
${ignored === '' ? '' : `ignore_startup_parameters = ${ignored}`}
`,
  )
  // it doesn't run as root
  for (const path of [folder, users, config]) await chmod(path, 0o755)
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child: ChildProcess = spawn('pgbouncer', [...account, config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  onTestFinished(async () => {
    const closed = once(child, 'close')
    if (child.exitCode === null && child.kill('SIGINT')) await closed
    await rm(folder, { recursive: true })
  })
  await expect.poll(() => output).toContain('process up')
  const url = new URL(to)
  url.host = `127.0.0.1:${port}`
  return url.href
}

const open = (url: string): Database => {
  const database = openDatabase({ url, applicationName: 'kit', maxConnections: 2, timeouts, warn: () => undefined })
  onTestFinished(database.close)
  return database
}

const parameters = 'statement_timeout,idle_in_transaction_session_timeout'

/** Whether two processes can hold the same lock at once. */
async function isShared(url: string): Promise<boolean> {
  const [one, other] = [0, 1].map(() => openSessionLocks({ url, applicationName: 'kit', timeouts }))
  onTestFinished(async () => void (await Promise.all([one?.close(), other?.close()])))
  expect(await one?.tryLock('code')).toBeTypeOf('function')
  return (await other?.tryLock('code')) !== undefined
}

describe.skipIf(!hasBouncer)('behind PgBouncer', () => {
  test('a pool connects if it ignores the timeouts that it sends at the start', async () => {
    const plain = open(await startBouncer('session', ''))
    await expect(plain.query('SELECT 1')).rejects.toThrow('unsupported startup parameter')
    expect(await open(await startBouncer('session', parameters)).query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('session locks exclude each other with session pooling, and do not with transaction pooling', async () => {
    expect(await isShared(await startBouncer('session', parameters))).toBe(false)
    expect(await isShared(await startBouncer('transaction', parameters))).toBe(true)
    // directly
    expect(await isShared(postgres.urls['kit'] ?? '')).toBe(false)
  })

  test('migrations and transactions work with either, as their locks end with the transaction', async () => {
    for (const mode of ['session', 'transaction'] as const) {
      const url = await startBouncer(mode, parameters)
      const schema = { steps: [`CREATE TABLE ${mode}_notes (name text)`], lock: mode.length }
      const all = [open(url), open(url)]
      await all[0]?.query('DROP TABLE IF EXISTS latchkey_migrations')
      const reports = await Promise.all(all.map((database) => migrate(database, schema)))
      expect(reports.flatMap(({ applied }) => applied)).toEqual([1])
    }
  })
})
