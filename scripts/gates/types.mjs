import { runTool } from '../lib/runTool.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const types = {
  name: 'types',
  about: 'every package, app, script and configuration file type-checks, including type tests',
  after: 'build',
  run: async () => {
    const verdicts = [
      await runTool('turbo', ['run', 'typecheck', '--continue', '--output-logs=errors-only']),
      await runTool('tsc', ['--project', '.', '--pretty', 'false']),
    ]
    return { ok: verdicts.every(({ ok }) => ok), report: verdicts.map(({ report }) => report).join('\n') }
  },
}
