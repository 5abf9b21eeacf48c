import { findChangesetErrors } from '../lib/changesets.mjs'
import { root } from '../lib/root.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const changesets = {
  name: 'changesets',
  about: 'every package that differs from its last release has a changeset',
  run: async () => {
    const errors = findChangesetErrors(root, process.env.CHANGESET_BASE || undefined)
    return { ok: errors.length === 0, report: errors.join('\n') }
  },
}
