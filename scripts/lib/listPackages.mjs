import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lists the published packages.
 *
 * @param {string} root of the repository
 * @returns {{ name: string, folder: string }[]} `folder` relative to the root
 */
export function listPackages(root) {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }))
    .filter((manifest) => manifest.private !== true)
    .map(({ name, folder }) => ({ name, folder }))
}
