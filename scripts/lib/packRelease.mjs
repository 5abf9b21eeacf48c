import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packPackage } from './packPackage.mjs'
import { toReleaseManifest } from './toReleaseManifest.mjs'

/**
 * Packs a package as it is published. Rewrites its package.json: only for a tree that is thrown away afterwards.
 *
 * @param {{ root: string, folder: string, target: string, url: string }} options `folder` relative to the root; `target`
 *   for the tarball; `url` of the repository
 */
export async function packRelease({ root, folder, target, url }) {
  const path = join(root, folder, 'package.json')
  const manifest = toReleaseManifest(JSON.parse(readFileSync(path, 'utf8')), { url, folder })
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  const tarball = await packPackage(join(root, folder), target)
  const sha256 = createHash('sha256').update(readFileSync(tarball)).digest('hex')
  const { name, version } = manifest
  return { name, version, file: basename(tarball), sha256 }
}
