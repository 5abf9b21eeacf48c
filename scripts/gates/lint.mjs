import { runTool } from '../lib/runTool.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const lint = {
  name: 'lint',
  about: 'format, lint, React hooks and accessibility (Biome); "npm run format" fixes most of it',
  run: () => runTool('biome', ['ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=200']),
}
