import { provideBitcoind } from '../lib/bitcoind.mjs'
import { computeConformance, readCommittedConformance } from '../lib/computeConformance.mjs'
import { listTests } from '../lib/listTests.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const conformance = {
  name: 'conformance',
  about: 'conformance.json names the tests of each item, as their titles do',
  // the browser tests import built packages
  after: 'build',
  run: async () => {
    // a contributor may have no node; the complete run compares the file as well
    if (!(await provideBitcoind())) return { ok: true, report: '', notes: 'Not compared: no Bitcoin node (see above).' }
    const { text } = computeConformance(await listTests())
    return {
      ok: text === readCommittedConformance(),
      report: 'conformance.json is out of date. Run "npm run conformance -- --list", and commit the file.',
    }
  },
}
