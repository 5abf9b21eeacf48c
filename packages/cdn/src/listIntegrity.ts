import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the sha384 hashes of all scripts and stylesheets below a folder by path, in the format of `integrity`. */
export async function listIntegrity(folder: string): Promise<{ readonly [path: string]: string }> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => /\.(js|css)$/.test(path)).sort()
  const hashes = paths.map(async (path) => {
    const hash = createHash('sha384').update(await readFile(join(folder, path)))
    return [path.replaceAll('\\', '/'), `sha384-${hash.digest('base64')}`] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}
