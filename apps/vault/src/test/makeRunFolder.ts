import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

const app = new URL('../..', import.meta.url).pathname

/** A folder inside the app, so that its dependencies resolve from there; below node_modules, so that nothing else looks there. */
export async function makeRunFolder(): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const cache = join(app, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'run-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
