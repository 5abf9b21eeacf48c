import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { git } from './git.mjs'

/**
 * @param {string} root
 * @param {string} folder of a package
 * @param {string} commit to compare the working tree with
 * @returns {boolean} whether users of the package would get something else
 */
export function hasPublishableChange(root, folder, commit) {
  // what the builds read
  const sources = ['src', 'templates'].map((name) => `${folder}/${name}`)
  const changed = git(['diff', '--name-only', '-z', commit, '--', ...sources], root) ?? ''
  const added = git(['ls-files', '-z', '--others', '--exclude-standard', '--', ...sources], root) ?? ''
  if (`${changed}\0${added}`.split('\0').some(isPublishable)) return true
  const path = `${folder}/package.json`
  const before = git(['show', `${commit}:${path}`], root)
  const now = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null
  return !isDeepStrictEqual(parsePublished(before), parsePublished(now))
}

/** @param {string} path */
function isPublishable(path) {
  return path !== '' && !/\.(test|test-d|spec)\.\w+$|(^|\/)(__snapshots__|fixtures)\/|(^|\/)README\.md$/.test(path)
}

/**
 * Returns the parts of a package.json that reach users; the version follows from the changesets.
 *
 * @param {string | null} text
 */
function parsePublished(text) {
  if (text === null) return null
  const { version: _version, scripts: _scripts, devDependencies: _devDependencies, ...published } = JSON.parse(text)
  return published
}
