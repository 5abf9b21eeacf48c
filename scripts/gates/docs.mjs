import { findDocsFaults } from '../lib/docs/findDocsFaults.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const docs = {
  name: 'docs',
  about: 'the code in guides and READMEs compiles, and their links lead somewhere',
  run: async () => {
    const faults = findDocsFaults()
    return { ok: faults.length === 0, report: faults.join('\n') }
  },
}
