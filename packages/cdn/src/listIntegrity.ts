import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The hash of each script and stylesheet in a folder and below, by path, as `integrity` takes it: sha384. */
export async function listIntegrity(folder: string): Promise<{ readonly [path: string]: string }> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => /\.(js|css)$/.test(path)).sort()
  const hashes = paths.map(async (path) => {
    const hash = createHash('sha384').update(await readFile(join(folder, path)))
    return [path.replaceAll('\\', '/'), `sha384-${hash.digest('base64')}`] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}
