import { runTool } from '../lib/runTool.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const unused = {
  name: 'unused',
  about: 'unused files, exports and dependencies, and dependencies that are not listed (Knip)',
  run: () => runTool('knip', ['--no-progress', '--no-config-hints']),
}
