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

/** One that runs already: its user `gateway` may make databases, its user `vault` may not. */
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
  running = await startPostgres(options)
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
  it('makes empty databases on a server that is there, for each who asks others, and drops them in use', async () => {
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
    // the server says why, then the connection is gone, which is a second one
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

  it('error: a user who may make none, a server that is not there, a name that is none', async () => {
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
