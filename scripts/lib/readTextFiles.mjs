import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './listFiles.mjs'
import { root } from './root.mjs'

/**
 * Reads all text files of the repository; skips binary ones.
 *
 * @returns {{ path: string, text: string }[]} `path` relative to the repository
 */
export function readTextFiles() {
  return listFiles().flatMap((path) => {
    const bytes = readFileSync(join(root, path))
    return bytes.includes(0) ? [] : [{ path, text: bytes.toString('utf8') }]
  })
}
