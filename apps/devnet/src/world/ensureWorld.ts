import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageRoot } from '../node/packageRoot.js'
import { worldFingerprint } from './fingerprint.js'
import { worldChainIds } from './world.js'

/** Returns the folder with the world's state files, and builds it if it is missing or outdated. */
export async function ensureWorld(folder: string = join(packageRoot(), 'dist/world')): Promise<string> {
  if (await isCurrent(folder)) return folder
  await withFileLock(`${folder}.lock`, async () => {
    if (await isCurrent(folder)) return
    const { buildWorld } = await import('./buildWorld.js')
    await buildWorld(folder)
  })
  return folder
}

async function isCurrent(folder: string): Promise<boolean> {
  const index = join(folder, 'addresses.json')
  if (!existsSync(index) || !worldChainIds.every((id) => existsSync(join(folder, `${id}.json`)))) return false
  const { fingerprint } = JSON.parse(await readFile(index, 'utf8')) as { fingerprint?: string }
  return fingerprint === worldFingerprint()
}

/**
 * Runs `work` under a lock file. The lock of a dead process is taken over; two processes may do so at the same moment, so `work` has to
 * be safe to repeat.
 */
export async function withFileLock(file: string, work: () => Promise<void>): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  while (!(await takeLock(file))) {
    if (await isAbandoned(file)) await rm(file, { force: true })
    else await sleep(50)
  }
  try {
    await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function takeLock(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  try {
    const owner = Number(await readFile(file, 'utf8'))
    // just created and not yet written
    if (!owner) return Date.now() - (await stat(file)).mtimeMs > 10_000
    process.kill(owner, 0)
    return false
  } catch (error) {
    // ESRCH: the owner died. ENOENT: released meanwhile, retry
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
