import { findChangesetFaults } from '../lib/changesets.mjs'
import { root } from '../lib/root.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const changesets = {
  name: 'changesets',
  about: 'every package that differs from its last release says so in .changeset/',
  run: async () => {
    const faults = findChangesetFaults(root, process.env.CHANGESET_BASE || undefined)
    return { ok: faults.length === 0, report: faults.join('\n') }
  },
}
