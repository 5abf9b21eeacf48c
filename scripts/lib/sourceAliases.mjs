import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** @typedef {{ find: RegExp, replacement: string }} Alias as Vite and Vitest take it */

/**
 * Maps the entry points of our packages and apps to their sources, for tools that should not need a build.
 *
 * @param {string} [folder] the repository
 * @returns {Alias[]}
 */
export function sourceAliases(folder = root) {
  return ['packages', 'apps']
    .flatMap((group) => readdirSync(join(folder, group)).map((name) => join(folder, group, name)))
    .filter((path) => existsSync(join(path, 'package.json')))
    .flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
      return Object.entries(exports).flatMap(([entry, { types = '' }]) => {
        const source = join(path, types.replace(/^\.\/dist\/exports\/(.*)\.d\.ts$/, 'src/exports/$1.ts'))
        const isSource = source.startsWith(join(path, 'src/')) && existsSync(source)
        return isSource ? [{ find: toPattern(entry.replace(/^\./, name)), replacement: source }] : []
      })
    })
}

/** @param {string} specifier to match exactly */
function toPattern(specifier) {
  return new RegExp(`^${specifier.replaceAll(/[.*+?^$()[\]{}|\\]/g, String.raw`\$&`)}$`)
}
