import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSizes } from '../lib/checkSizes.mjs'
import { root } from '../lib/root.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const sizes = {
  name: 'sizes',
  about: 'the weight of each entry point against its budget in bench/sizes.json',
  after: 'build',
  run: async () => {
    const folder = join(root, 'bench')
    const { table, faults } = await checkSizes(JSON.parse(readFileSync(join(folder, 'sizes.json'), 'utf8')), folder)
    return { ok: faults.length === 0, report: [...faults, table].join('\n') }
  },
}
