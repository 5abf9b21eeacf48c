import { formatSeconds } from './formatSeconds.mjs'
import { formatTable } from './formatTable.mjs'

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} [needs] steps that must have succeeded
 * @property {(earlier: readonly StepResult[]) => Promise<boolean>} run resolves to whether it succeeded
 */
/** @typedef {{ name: string, outcome: 'ok' | 'FAILED' | 'not run', duration: number }} StepResult */

/**
 * Runs the steps in order, even after a failure, except those that need the failed one.
 *
 * @param {readonly Step[]} steps
 * @returns {Promise<StepResult[]>}
 */
export async function runSteps(steps) {
  /** @type {StepResult[]} */
  const results = []
  for (const { name, needs = [], run } of steps) {
    const isPossible = needs.every((need) => results.some((result) => result.name === need && result.outcome === 'ok'))
    if (!isPossible) {
      results.push({ name, outcome: 'not run', duration: 0 })
      continue
    }
    process.stdout.write(`\n── ${name}\n`)
    const start = performance.now()
    const isOk = await run(results).catch((error) => {
      process.stderr.write(`${error}\n`)
      return false
    })
    results.push({ name, outcome: isOk ? 'ok' : 'FAILED', duration: performance.now() - start })
  }
  return results
}

/** @param {readonly StepResult[]} results */
export function formatSteps(results) {
  return formatTable(results.map(({ name, outcome, duration }) => [name, outcome, formatSeconds(duration)]))
}
