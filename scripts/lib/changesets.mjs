import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLastRelease } from './findLastRelease.mjs'
import { git } from './git.mjs'
import { hasPublishableChange } from './hasPublishableChange.mjs'
import { listPackages } from './listPackages.mjs'

/**
 * @param {string} root of the repository
 * @param {string | undefined} base a commit that the work is to be merged into; default: origin/main, if there is one
 * @returns {string[]} one line per package that lacks a changeset, or changeset that names none
 */
export function findChangesetErrors(root, base) {
  if (git(['rev-parse', '--verify', 'HEAD'], root) === null) return []
  const pending = listPending(root)
  const mergeBase = findMergeBase(root, base)
  const packages = listPackages(root)
  const unknown = pending.flatMap(({ file, names }) =>
    names
      .filter((name) => !packages.some((known) => known.name === name))
      .map((name) => `${file} names ${name}, which is not a published package. Correct the name.`),
  )
  const missing = packages.flatMap(({ name, folder }) => {
    const release = findLastRelease(root, folder, name)
    // a release is in progress
    if (release === null) return []
    if (hasPublishableChange(root, folder, release) && !pending.some(({ names }) => names.includes(name))) {
      return [`${name} differs from its last release (${release.slice(0, 9)}) and no changeset lists it. ${fix(name)}`]
    }
    if (mergeBase === null || !startsAfter(root, folder, release, mergeBase)) return []
    const fresh = pending.filter(({ file }) => differs(root, file, mergeBase))
    if (hasPublishableChange(root, folder, mergeBase) && !fresh.some(({ names }) => names.includes(name))) {
      return [
        `${name} differs from the merge base (${mergeBase.slice(0, 9)}) and no changeset since then lists it. ${fix(name)}`,
      ]
    }
    return []
  })
  return [...unknown, ...missing]
}

const fix = (/** @type {string} */ name) =>
  `Run "npx changeset", select ${name} and describe what changes for its users.`

/**
 * Lists the changesets that no version includes yet. Those of a release candidate stay in the folder until the release.
 *
 * @param {string} root
 * @returns {{ file: string, names: string[] }[]} `file` relative to the root; `names` of packages
 */
export function listPending(root) {
  const folder = join(root, '.changeset')
  const files = existsSync(folder) ? readdirSync(folder) : []
  /** @type {readonly string[]} */
  const included = files.includes('pre.json')
    ? JSON.parse(readFileSync(join(folder, 'pre.json'), 'utf8')).changesets
    : []
  return files
    .filter((file) => file.endsWith('.md') && file !== 'README.md' && !included.includes(file.slice(0, -'.md'.length)))
    .map((file) => ({ file: `.changeset/${file}`, names: parseNames(readFileSync(join(folder, file), 'utf8')) }))
}

/**
 * @param {string} text of a changeset
 * @returns {string[]} the packages in its front matter
 */
function parseNames(text) {
  const head = /^---\r?\n(.*?)^---/ms.exec(text)?.[1] ?? ''
  return [...head.matchAll(/^\s*['"]?([^'":\s]+)['"]?\s*:\s*['"]?(major|minor|patch)\b/gm)].map(([, name = '']) => name)
}

/**
 * @param {string} root
 * @param {string | undefined} base
 */
function findMergeBase(root, base) {
  const target = git(['rev-parse', '--verify', `${base ?? 'origin/main'}^{commit}`], root)
  if (target === null) {
    if (base === undefined) return null
    throw new Error(`CHANGESET_BASE is "${base}", which is not a commit here. Fetch it, or unset the variable.`)
  }
  if (target === git(['rev-parse', 'HEAD'], root) && base === undefined) return null
  return git(['merge-base', target, 'HEAD'], root)
}

/**
 * A package that is new or was released since the merge base has to cover only the changes after that, which the first
 * rule has checked.
 *
 * @param {string} root
 * @param {string} folder
 * @param {string} release
 * @param {string} mergeBase
 */
function startsAfter(root, folder, release, mergeBase) {
  const existed = git(['cat-file', '-e', `${mergeBase}:${folder}/package.json`], root) !== null
  return existed && git(['merge-base', '--is-ancestor', release, mergeBase], root) !== null
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} commit
 */
function differs(root, file, commit) {
  return git(['show', `${commit}:${file}`], root) !== readFileSync(join(root, file), 'utf8').replace(/\n$/, '')
}
