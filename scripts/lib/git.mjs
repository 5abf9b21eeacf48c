import { execFileSync } from 'node:child_process'
import { root } from './root.mjs'

/**
 * @param {readonly string[]} args
 * @param {string} [cwd]
 * @returns {string | null} git's output, without the last line break; null if it fails
 */
export function git(args, cwd = root) {
  try {
    const output = execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
    })
    return output.replace(/\n$/, '')
  } catch {
    // no repository, or no such commit or file: the callers decide what that means
    return null
  }
}
