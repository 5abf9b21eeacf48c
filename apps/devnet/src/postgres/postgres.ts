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
  /** Where the data stays; without it, in a temporary folder that goes with the server. */
  readonly folder?: string | undefined
  /** Whether what is committed is written through to the disk, and so outlasts a loss of power. Default: where there is a `folder`. */
  readonly isDurable?: boolean | undefined
  /** Preferred port; a free one is taken where it is busy or not given. */
  readonly port?: number | undefined
  /** Databases to have, each with an owner of its own: small letters. Default `gateway`. */
  readonly databases?: readonly string[] | undefined
  /** Those of them whose owner may create databases too. */
  readonly creators?: readonly string[] | undefined
  /** More settings of the server, e.g. `{ synchronous_commit: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** More environment variables of the server, for tests that stand between it and the disk. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Within this time the server must answer. Default 30000: after a crash it repairs itself first. */
  readonly timeoutMs?: number | undefined
}

export type RunningPostgres = {
  readonly port: number
  readonly pid: number
  /** Where the data lies: the one that was wished for, unless the database may not go there. */
  readonly folder: string
  /** By database, with user and password. */
  readonly urls: Readonly<Record<string, string>>
  /** Settles when the server is gone, by `stop()` or by itself. */
  readonly exited: Promise<void>
  /** Ends the server, which closes connections and keeps what was committed. May be called often. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL of its own that answers this machine only, with nothing but what npm brought. It ends with `stop()` and
 * with this process; what was committed is kept either way. Throws where the data is in use by another.
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
    const passwords = await createDatabases(world, { data: files.data, names: databases, creators })
    const wish = options.port ?? 0
    const port = wish !== 0 && (await isPortFree(wish)) ? wish : await findFreePort()
    const isTemporary = options.folder === undefined
    const { settings = {}, env = {} } = options
    const serverWorld = { ...world, env: { ...world.env, ...env } }
    const server = await startServer(serverWorld, { ...files, port, timeoutMs, isTemporary, settings })
    const toUrl = (name: string): string => `postgres://${name}:${passwords[name]}@127.0.0.1:${port}/${name}`
    return { ...server, port, folder, urls: Object.fromEntries(databases.map((name) => [name, toUrl(name)])) }
  } catch (error) {
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    throw error
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
    // Ctrl-C in a terminal goes to a whole group; those who use the database are to end before it
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
    const patience = setTimeout(() => signalChild(child, 'SIGKILL'), 10_000)
    // fast: it does not wait until clients leave
    signalChild(child, 'SIGINT')
    await exited
    clearTimeout(patience)
  }
  try {
    await untilReady(child, { file: join(data, 'postmaster.pid'), timeoutMs })
  } catch (cause) {
    await stop()
    throw new Error(`PostgreSQL is not usable: ${said.trim() || 'it said nothing'}`, { cause })
  }
  return { pid: child.pid ?? 0, exited, stop }
}

/** The server notes its process id in the first line of this file, and in the eighth that it answers. */
async function untilReady(
  child: ChildProcess,
  { file, timeoutMs }: { readonly file: string; readonly timeoutMs: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      throw new Error('It ended at start')
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n') // not written yet
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return
    await sleep(10)
  }
  throw new Error(`It did not answer within ${timeoutMs} ms`)
}
