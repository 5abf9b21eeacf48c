import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, lstat, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresProgram } from './program.js'

/** The account of the database process. Empty: the current one. */
type SystemAccount = { readonly uid?: number | undefined; readonly gid?: number | undefined }

/**
 * Chooses an account, because PostgreSQL refuses to run as root: the owner of the data, else one that every system has. None is
 * created.
 */
export async function findAccount(data: string): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return {}
  const owner = await stat(data).catch(() => undefined) // no data yet
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => readId(flag, name)))
      return { uid, gid }
    } catch {
      // no such account here: the next
    }
  }
  throw new Error('PostgreSQL does not run as root, and the accounts postgres and nobody do not exist.')
}

async function readId(flag: string, name: string): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [flag, name])
  return Number.parseInt(stdout, 10)
}

/** Whether the account can enter this folder and all its parents. The folder need not exist yet. */
async function canEnter({ uid, gid }: SystemAccount, folder: string): Promise<boolean> {
  if (uid === undefined) return true
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined) // created later with access
    const bit = found?.uid === uid ? 0o100 : found?.gid === gid ? 0o010 : 0o001
    if (found && (found.mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

/**
 * Chooses a folder that the account can enter: a new temporary one, the preferred one, or if the account can't enter that, a stable one
 * among the temporary files.
 */
export async function chooseFolder(preferred: string | undefined, account: SystemAccount): Promise<string> {
  if (preferred === undefined) return open(await mkdtemp(join(tmpdir(), 'latchkey-postgres-')))
  if (await canEnter(account, preferred)) return open(preferred)
  const folder = join(
    tmpdir(),
    `latchkey-postgres-${createHash('sha256').update(preferred).digest('hex').slice(0, 16)}`,
  )
  await open(folder)
  // anybody may have created it
  const found = await lstat(folder)
  if (found.isDirectory() && found.uid === process.getuid?.()) return folder
  throw new Error(`${folder} belongs to another account. Remove it, or choose a folder that every account can enter.`)
}

async function open(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  return folder
}

/** Returns programs that the account can run: those in node_modules, or a copy in `folder`. */
export async function openProgram(
  program: PostgresProgram,
  { account, folder }: { readonly account: SystemAccount; readonly folder: string },
): Promise<PostgresProgram> {
  if (await canEnter(account, join(program.folder, 'bin'))) return program
  const copy = join(folder, 'native')
  if (!(await stat(copy).catch(() => undefined))) {
    const work = await mkdtemp(join(dirname(copy), `${basename(copy)}-`))
    await cp(program.folder, work, { recursive: true })
    await chmod(work, 0o755)
    // atomic; another start may have been faster
    await rename(work, copy).catch(() => rm(work, { recursive: true }))
  }
  return { ...program, folder: copy }
}

export type PostgresWorld = {
  /** Path of a program by its name, e.g. `initdb`. */
  readonly toPath: (name: string) => string
  readonly account: SystemAccount
  /** A folder that the account can enter. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Syncs commits to disk. */
  readonly isDurable: boolean
}

/** Runs a PostgreSQL program with a text as input. Throws its output if it fails or times out. */
export function runProgram(
  world: PostgresWorld,
  { name, args, input = '' }: { readonly name: string; readonly args: readonly string[]; readonly input?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(world.toPath(name), args, {
      ...world.account,
      cwd: world.folder,
      env: world.env,
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said = (said + chunk).slice(-4_000)
      })
    child.once('error', (cause) => reject(new Error(`${name} could not be started: ${cause.message}`, { cause })))
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${name} failed: ${said.trim() || 'no output'}`)),
    )
    child.stdin.on('error', () => undefined) // it has exited, which is handled above
    child.stdin.end(input)
  })
}
