import { runTool } from '../lib/runTool.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const build = {
  name: 'build',
  about: 'every package and app builds',
  run: () => runTool('turbo', ['run', 'build', '--output-logs=errors-only']),
}
