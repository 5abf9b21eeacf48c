import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { git } from './git.mjs'
import { root } from './root.mjs'

/**
 * Lists the files of the tree: tracked ones, and new ones that git doesn't ignore, so that errors show before the
 * commit.
 *
 * @returns {string[]} relative to the repository, sorted
 */
export function listFiles(cwd = root) {
  const output = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], cwd)
  if (output === null)
    throw new Error('Cannot list the files: this check needs git and its repository. Clone it with git.')
  const paths = [...new Set(output.split('\0'))].filter((path) => path !== '' && existsSync(join(cwd, path)))
  return paths.sort()
}
