import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** Who the database runs as; empty: as this process does. */
export type SystemAccount = { readonly uid?: number | undefined; readonly gid?: number | undefined }

/**
 * PostgreSQL refuses to run as root. Then it is the account that owns the data, else one that every system has; none is
 * added to the system.
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
  throw new Error('PostgreSQL does not run as root, and there is neither an account postgres nor nobody.')
}

async function readId(flag: string, name: string): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [flag, name])
  return Number.parseInt(stdout, 10)
}

/** Whether the account may go into this folder, which need not be there yet, through all those above it. */
export async function canEnter({ uid, gid }: SystemAccount, folder: string): Promise<boolean> {
  if (uid === undefined) return true
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined) // made later, and open then
    const bit = found?.uid === uid ? 0o100 : found?.gid === gid ? 0o010 : 0o001
    if (found && (found.mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}
