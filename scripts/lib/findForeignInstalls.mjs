import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locatePackage } from './locatePackage.mjs'

/** Packages that an EVM-only app must not have to install. */
const foreign = /solana|bitcoin|react-native/i

/** The packages of this repository that such an app installs. */
const folders = ['packages/core', 'packages/ui-react', 'packages/adapter-evm']

/**
 * Walks the production dependencies of an EVM-only app as installed here.
 *
 * @param {string} root of the repository
 * @returns {string[]} the dependency paths to packages that it does not need
 */
export function findForeignInstalls(root) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @type {string[]} */
  const errors = []
  const visit = (/** @type {string} */ folder, /** @type {readonly string[]} */ way) => {
    if (seen.has(folder)) return
    seen.add(folder)
    const { name, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (foreign.test(name)) errors.push(`An EVM-only app installs ${[...way, name].join(' › ')}.`)
    for (const dependency of Object.keys(dependencies)) {
      const found = locatePackage(dependency, folder)
      if (found === null) throw new Error(`${dependency}, which ${folder} depends on, is not installed.`)
      visit(found, [...way, name])
    }
  }
  for (const folder of folders) visit(join(root, folder), [])
  return errors
}
