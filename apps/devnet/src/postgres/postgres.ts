import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, isPortFree } from '../http/server.js'
import { endWithParent, signalChild } from '../node/process.js'
import { type ClusterFiles, createCluster, createDatabases } from './databases.js'
import { findProgram, linkLibraries } from './program.js'
import { chooseFolder, findAccount, openProgram, type PostgresWorld } from './systemAccount.js'

export type StartPostgresOptions = {
  /** Folder of the data. Default: a temporary folder that is removed with the server. */
  readonly folder?: string | undefined
  /** Syncs commits to disk, so that they survive a power failure. Default: with a `folder`. */
  readonly isDurable?: boolean | undefined
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
  /** Databases to create, each with its own owner; lowercase. Default: `gateway`. */
  readonly databases?: readonly string[] | undefined
  /** Names of databases whose owners may create databases. */
  readonly creators?: readonly string[] | undefined
  /** More server settings, e.g. `{ synchronous_commit: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** More environment variables, for tests that intercept disk access. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Timeout for the first response in milliseconds. Default: 30000, because of recovery after a crash. */
  readonly timeoutMs?: number | undefined
}

export type RunningPostgres = {
  readonly port: number
  readonly pid: number
  /** Folder of the data: the given one, unless PostgreSQL's account can't enter it. */
  readonly folder: string
  /** URLs by database, with user and password. */
  readonly urls: Readonly<Record<string, string>>
  /** Settles when the server has exited, by `stop()` or on its own. */
  readonly exited: Promise<void>
  /** Stops the server, which closes connections and keeps committed data. May be called more than once. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL server for this machine only, from npm packages. It stops with `stop()` and with this process; committed data
 * survives either way. Throws if another server uses the data.
 */
export async function startPostgres(options: StartPostgresOptions = {}): Promise<RunningPostgres> {
  const { databases = ['gateway'], creators = [], timeoutMs = 30_000 } = options
  const account = await findAccount(join(options.folder ?? '/', 'data'))
  const folder = await chooseFolder(options.folder, account)
  try {
    const program = await openProgram(await findProgram(), { account, folder })
    const libraries = await linkLibraries(program, join(folder, 'lib'))
    const world: PostgresWorld = {
      toPath: (name) => join(program.folder, 'bin', name),
      account,
      folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', ...libraries },
      isDurable: options.isDurable ?? options.folder !== undefined,
    }
    const files = await createCluster(world)
    const passwords = await afterOrphans(() => createDatabases(world, { data: files.data, names: databases, creators }))
    const preferred = options.port ?? 0
    const port = preferred !== 0 && (await isPortFree(preferred)) ? preferred : await findFreePort()
    const isTemporary = options.folder === undefined
    const { settings = {}, env = {} } = options
    const serverWorld = { ...world, env: { ...world.env, ...env } }
    const serverOptions = { ...files, port, timeoutMs, isTemporary, settings }
    const server = await afterOrphans(() => startServer(serverWorld, serverOptions))
    const toUrl = (name: string): string => `postgres://${name}:${passwords[name]}@127.0.0.1:${port}/${name}`
    return { ...server, port, folder, urls: Object.fromEntries(databases.map((name) => [name, toUrl(name)])) }
  } catch (error) {
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Milliseconds that the children of a killed server may take to notice it and end. */
const orphanTime = 10_000

/** Runs again as long as the children of a killed server still use its memory. */
async function afterOrphans<value>(run: () => Promise<value>): Promise<value> {
  const deadline = Date.now() + orphanTime
  for (;;) {
    try {
      return await run()
    } catch (cause) {
      if (Date.now() > deadline || !String(cause).includes('pre-existing shared memory block')) throw cause
      await sleep(100)
    }
  }
}

type ServerOptions = ClusterFiles & {
  readonly port: number
  readonly timeoutMs: number
  readonly isTemporary: boolean
  readonly settings: Readonly<Record<string, string>>
}

async function startServer(
  { toPath, account, folder, env, isDurable }: PostgresWorld,
  { data, access, port, timeoutMs, isTemporary, settings: more }: ServerOptions,
): Promise<Pick<RunningPostgres, 'pid' | 'exited' | 'stop'>> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    hba_file: access,
    fsync: isDurable ? 'on' : 'off',
    synchronous_commit: 'on',
    log_statement: 'none',
    ...more,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(toPath('postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...account,
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C reaches the whole process group, but clients should stop before the database
    detached: true,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-4_000)
  })
  child.once('error', (cause) => {
    said += cause.message
  })
  const exited = endWithParent(child, isTemporary ? folder : '').then(() =>
    isTemporary ? rm(folder, { recursive: true, force: true, maxRetries: 5 }) : undefined,
  )
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => signalChild(child, 'SIGKILL'), 10_000)
    // fast shutdown: does not wait for clients
    signalChild(child, 'SIGINT')
    await exited
    clearTimeout(timer)
  }
  try {
    await untilReady(child, { file: join(data, 'postmaster.pid'), timeoutMs })
  } catch (cause) {
    await stop()
    throw new Error(`PostgreSQL is not usable: ${said.trim() || 'no output'}`, { cause })
  }
  return { pid: child.pid ?? 0, exited, stop }
}

/** The server writes its process id to the first line of this file, and its readiness to the eighth. */
async function untilReady(
  child: ChildProcess,
  { file, timeoutMs }: { readonly file: string; readonly timeoutMs: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      throw new Error('It exited at start')
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n') // not written yet
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return
    await sleep(10)
  }
  throw new Error(`It did not respond within ${timeoutMs} ms`)
}
