import { run } from '../lib/run.mjs'

/** Each run holds the types of all that it looks at: one for everything is more than Node gives by itself. */
const parts = [['packages'], ['.', '--ignore-pattern', 'packages/']]
/** Megabytes. */
const heap = 8_192

/** @type {import('../lib/runGates.mjs').Gate} */
export const rules = {
  name: 'rules',
  about: 'the rules of the house, and those that need types (ESLint)',
  async run() {
    const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-old-space-size=${heap}` }
    const reports = []
    let ok = true
    for (const part of parts) {
      const { code, output } = await run('eslint', [...part, '--max-warnings=0', '--no-color'], { capture: true, env })
      ok &&= code === 0
      reports.push(output)
    }
    return { ok, report: reports.join('') }
  },
}
