import { createHash } from 'node:crypto'
import { chmod, cp, lstat, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { PostgresProgram } from './findProgram.js'
import { canEnter, type SystemAccount } from './systemAccount.js'

/**
 * A folder that the account can enter: a new one that is to be removed, the one that is wished for, or for an account that may not go there,
 * always the same one among the temporary files.
 */
export async function chooseFolder(wish: string | undefined, account: SystemAccount): Promise<string> {
  if (wish === undefined) return open(await mkdtemp(join(tmpdir(), 'latchkey-postgres-')))
  if (await canEnter(account, wish)) return open(wish)
  const folder = join(tmpdir(), `latchkey-postgres-${createHash('sha256').update(wish).digest('hex').slice(0, 16)}`)
  await open(folder)
  // anybody may have put something there
  const found = await lstat(folder)
  if (found.isDirectory() && found.uid === process.getuid?.()) return folder
  throw new Error(`${folder} belongs to somebody else. Remove it, or choose a folder that every account may enter.`)
}

async function open(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  return folder
}

/** The programs where the account can run them: as npm brought them, else a copy in `folder`. */
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
    // at once; another start may have been faster
    await rename(work, copy).catch(() => rm(work, { recursive: true }))
  }
  return { ...program, folder: copy }
}
