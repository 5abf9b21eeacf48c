import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningPostgres, startPostgres } from './postgres.js'
import { findProgram, linkLibraries } from './program.js'
import { providePostgres } from './providePostgres.js'
import { findAccount, openProgram, runProgram } from './systemAccount.js'

let folder: string
let running: RunningPostgres
let server: string

/** A running server: its user `gateway` may create databases, its user `vault` may not. Autovacuum runs every second. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-test-'))
  await chmod(folder, 0o755)
  const options = { folder: join(folder, 'postgres'), databases: ['gateway', 'vault'] }
  await (await startPostgres(options)).stop()
  const account = await findAccount(join(options.folder, 'data'))
  const program = await openProgram(await findProgram(), { account, folder: options.folder })
  const env = { PATH: process.env['PATH'], ...(await linkLibraries(program, join(options.folder, 'lib'))) }
  const toPath = (name: string): string => join(program.folder, 'bin', name)
  await runProgram(
    { toPath, account, folder: options.folder, env, isDurable: false },
    {
      name: 'postgres',
      args: ['--single', '-D', join(options.folder, 'data'), 'postgres'],
      input: 'ALTER ROLE gateway CREATEDB\n',
    },
  )
  running = await startPostgres({ ...options, settings: { autovacuum_naptime: '1' } })
  server = running.urls['gateway'] ?? ''
})
afterAll(async () => {
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function query(url: string | undefined, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined) // a database that is dropped ends its connections
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
const list = async (): Promise<readonly unknown[]> =>
  (await query(server, "SELECT datname FROM pg_database WHERE datname LIKE 'latchkey%'")).map(({ datname }) => datname)

describe('providePostgres', () => {
  it('creates separate empty databases on a running server for each caller, and drops them even if in use', async () => {
    const [one, other] = await Promise.all([
      providePostgres({ server, databases: ['gateway', 'vault'] }),
      providePostgres({ server, databases: ['gateway', 'vault'] }),
    ])
    const urls = [...Object.values(one.urls), ...Object.values(other.urls)]
    expect([urls.length, new Set(urls).size]).toEqual([4, 4])
    for (const url of urls) {
      await query(url, 'CREATE TABLE notes (text text)')
      expect(await query(url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    }
    expect(await list()).toHaveLength(4)

    const user = new Client({ connectionString: one.urls['vault'] })
    // the server reports the reason first; the lost connection is a second error
    const ended = new Promise((resolve) => user.on('error', resolve))
    await user.connect()
    await one.stop()
    await one.stop()
    expect(await ended).toMatchObject({ code: '57P01' })
    const rest = (await list()).map((name) => `/${String(name)}`)
    expect(rest.toSorted()).toEqual(
      Object.values(other.urls)
        .map((url) => new URL(url).pathname)
        .toSorted(),
    )
    await other.stop()
    expect(await list()).toEqual([])
  })

  it('drops databases whose clients reconnect as soon as their connection ends', async () => {
    const provided = await providePostgres({ server, databases: ['one', 'two', 'three', 'four'] })
    const urls = Object.values(provided.urls)
    const stay = async (url: string): Promise<unknown> => {
      for (;;) {
        const code = await query(url, 'SELECT pg_sleep(60)').catch((error: { readonly code?: unknown }) => error.code)
        if (code !== '57P01') return code // ended by the drop
      }
    }
    const staying = Promise.all(urls.map(stay))
    const inUse = "SELECT pid FROM pg_stat_activity WHERE datname LIKE 'latchkey%' AND wait_event = 'PgSleep'"
    await expect.poll(() => query(server, inUse)).toHaveLength(4)
    await provided.stop()
    expect(await list()).toEqual([])
    // no longer accepts connections, or does not exist
    for (const code of await staying) expect(['55000', '3D000']).toContain(code)
  })

  it('drops a database during autovacuum, whose process the user may not terminate', async () => {
    const provided = await providePostgres({ server })
    const url = provided.urls['gateway']
    // takes minutes: a pause of 0.1 s after each page
    const slow = 'autovacuum_vacuum_threshold = 1, autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_cost_delay = 100'
    await query(url, `CREATE TABLE notes (text text) WITH (${slow})`)
    await query(url, "INSERT INTO notes SELECT repeat('x', 500) FROM generate_series(1, 20000)")
    await query(url, 'DELETE FROM notes')
    const vacuums = `SELECT pid FROM pg_stat_activity WHERE datname = '${new URL(url ?? '').pathname.slice(1)}' AND usesysid IS NULL`
    await expect.poll(() => query(server, vacuums)).toHaveLength(1)
    await provided.stop()
    expect(await list()).toEqual([])
  })

  it('error: rejects a user without CREATEDB, an unreachable server and an invalid database name', async () => {
    const failed = { message: 'Creating databases on the server of DATABASE_URL failed.' }
    await expect(providePostgres({ server: running.urls['vault'] })).rejects.toMatchObject({
      ...failed,
      cause: { message: expect.stringContaining('permission denied') },
    })
    await expect(providePostgres({ server: 'postgres://nobody@127.0.0.1:9/none' })).rejects.toMatchObject({
      ...failed,
      cause: { code: 'ECONNREFUSED' },
    })
    await expect(providePostgres({ server, databases: ['x"; DROP'] })).rejects.toThrow('is not a valid database name')
    expect(await list()).toEqual([])
  })
})
