import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from './git.mjs'

/**
 * Finds the commit that a package's users have: the one that set its version or, for an unreleased package, the first
 * one. A version counts as released if it has a tag, or if its changelog lists it, as a release does (so that a clone
 * without tags gives the same result, and a version changed by hand gives none).
 *
 * @param {string} root
 * @param {string} folder of the package
 * @param {string} name of the package
 * @returns {string | null} null when the release is not committed yet
 */
export function findLastRelease(root, folder, name) {
  const path = `${folder}/package.json`
  const { version } = JSON.parse(readFileSync(join(root, path), 'utf8'))
  const commits = (git(['log', '--format=%H', '--', path], root) ?? '').split('\n').filter((commit) => commit !== '')
  if (commits.length === 0) return null
  if (isTagged(root, `${name}@${version}`) || isInChangelog(root, folder, version)) {
    if (readVersion(root, path, 'HEAD') !== version) return null
    return (git(['log', '-1', '--format=%H', '-G', '^\\s*"version":', '--', path], root) ?? '') || null
  }
  return commits.at(-1) ?? null
}

/**
 * @param {string} root
 * @param {string} tag
 */
function isTagged(root, tag) {
  return git(['rev-parse', '--verify', `refs/tags/${tag}`], root) !== null
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} version
 */
function isInChangelog(root, folder, version) {
  const file = join(root, folder, 'CHANGELOG.md')
  return existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(`## ${version}`)
}

/**
 * @param {string} root
 * @param {string} path
 * @param {string} commit
 */
function readVersion(root, path, commit) {
  return JSON.parse(git(['show', `${commit}:${path}`], root) ?? '{}').version
}
