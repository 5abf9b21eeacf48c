import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSizes } from '../lib/checkSizes.mjs'
import { root } from '../lib/root.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const sizes = {
  name: 'sizes',
  about: 'the size of each entry point against its budget in bench/sizes.json',
  after: 'build',
  run: async () => {
    const folder = join(root, 'bench')
    const { table, errors } = await checkSizes(JSON.parse(readFileSync(join(folder, 'sizes.json'), 'utf8')), folder)
    return { ok: errors.length === 0, report: [...errors, table].join('\n') }
  },
}
