import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../packageRoot.js'
import { withFileLock } from './withFileLock.js'
import { worldChainIds } from './world.js'
import { worldFingerprint } from './worldFingerprint.js'

/** The folder with the world's state files, built first where it is missing or made from other sources. */
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
