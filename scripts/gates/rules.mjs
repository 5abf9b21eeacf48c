import { run } from '../lib/run.mjs'

/** Each run keeps the types of all its files in memory: one run for everything would exceed Node's default heap. */
const parts = [['packages'], ['.', '--ignore-pattern', 'packages/']]
/** In megabytes. */
const heap = 8_192

/** @type {import('../lib/runGates.mjs').Gate} */
export const rules = {
  name: 'rules',
  about: 'our own rules, and rules that need types (ESLint)',
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
