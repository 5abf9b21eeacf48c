import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locatePackage } from '../locatePackage.mjs'

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} version
 * @property {string} licence as its package.json says it; `Unknown` where it says none
 * @property {string | undefined} description
 * @property {string} folder where it is installed
 * @property {readonly string[]} needs the parts that it depends on, as `name@version`
 */

/**
 * Reads the packages that are installed with a package in production, as installed here. Peers are excluded: they are
 * the app's own.
 *
 * @param {string} folder of the package
 * @returns {readonly [Part, ...Part[]]} the package itself first
 */
export function readTree(folder) {
  /** @type {Map<string, Part>} */
  const parts = new Map()
  /** @type {(at: string) => Part} */
  const visit = (at) => {
    const manifest = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
    const key = `${manifest.name}@${manifest.version}`
    const known = parts.get(key)
    if (known) return known
    /** @type {string[]} */
    const needs = []
    const { name, version, description } = manifest
    const part = { name, version, description, licence: readLicence(manifest), folder: at, needs }
    // before its dependencies, which may depend on it in turn
    parts.set(key, part)
    for (const [dependency, isOptional] of listDependencies(manifest)) {
      const found = locatePackage(dependency, at)
      // such as a build for another operating system
      if (found === null && isOptional) continue
      if (found === null) throw new Error(`${dependency}, which ${key} depends on, is not installed.`)
      const next = visit(found)
      needs.push(`${next.name}@${next.version}`)
    }
    needs.sort()
    return part
  }
  const own = visit(folder)
  return [own, ...[...parts.values()].filter((part) => part !== own)]
}

/** @param {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} manifest */
function listDependencies({ dependencies = {}, optionalDependencies = {} }) {
  const optional = Object.keys(optionalDependencies)
  const needed = Object.keys(dependencies).filter((name) => !optional.includes(name))
  return new Map([
    ...needed.map((name) => /** @type {const} */ ([name, false])),
    ...optional.map((name) => /** @type {const} */ ([name, true])),
  ])
}

/**
 * Supports the older forms too: an object with a `type`, or a list of such objects.
 *
 * @param {{ license?: unknown, licenses?: unknown }} manifest
 * @returns {string}
 */
function readLicence({ license, licenses }) {
  const all = [license, licenses].flat().map((item) => {
    if (typeof item === 'string') return item
    return typeof item === 'object' && item !== null && 'type' in item ? String(item.type) : ''
  })
  const named = all.filter((item) => item !== '')
  return named.length > 1 ? `(${named.join(' OR ')})` : (named[0] ?? 'Unknown')
}
