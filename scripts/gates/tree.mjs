import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../lib/listFiles.mjs'
import { root } from '../lib/root.mjs'
import { findBreaches } from '../lib/treeRules.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const tree = {
  name: 'tree',
  about: 'no machine path, registry host, skipped or retried test, unfinished note or overlong file',
  run: async () => {
    const breaches = listFiles().flatMap((path) => {
      const bytes = readFileSync(join(root, path))
      return bytes.includes(0) ? [] : findBreaches(path, bytes.toString('utf8'))
    })
    return { ok: breaches.length === 0, report: breaches.join('\n') }
  },
}
