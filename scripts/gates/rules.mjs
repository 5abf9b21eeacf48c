import { runTool } from '../lib/runTool.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const rules = {
  name: 'rules',
  about: 'the rules of the house, and those that need types (ESLint)',
  run: () => runTool('eslint', ['.', '--max-warnings=0', '--no-color']),
}
