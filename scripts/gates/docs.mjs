import { findDocsErrors } from '../lib/docs/findDocsErrors.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const docs = {
  name: 'docs',
  about: 'the code in guides and READMEs compiles, and their links work',
  run: async () => {
    const errors = findDocsErrors()
    return { ok: errors.length === 0, report: errors.join('\n') }
  },
}
