import { formatSeconds } from './formatSeconds.mjs'

/**
 * @typedef {object} Verdict
 * @property {boolean} ok
 * @property {string} report the errors; printed only if not ok
 * @property {string} [notes] printed in any case, such as figures and warnings
 */
/**
 * @typedef {object} Gate
 * @property {string} name
 * @property {string} about what it checks, in a few words
 * @property {string} [after] a gate that must have succeeded
 * @property {() => Promise<Verdict>} run
 */
/** @typedef {{ name: string, about: string, outcome: 'ok' | 'FAILED' | 'not run', duration: number }} GateResult */

/**
 * Runs all gates, even after a failure, and prints each as it ends.
 *
 * @param {readonly Gate[]} gates
 * @param {number} width how many at once
 * @param {(text: string) => void} print
 * @returns {Promise<GateResult[]>} in the order of the gates
 */
export async function runGates(gates, width, print) {
  /** @type {Map<string, GateResult>} */
  const results = new Map()
  const waiting = [...gates]
  /** @type {Set<Promise<void>>} */
  const running = new Set()

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(({ after }) => after === undefined || results.has(after))
    if (next === -1 || running.size >= width) {
      if (running.size === 0)
        throw new Error(`These gates depend on a gate that does not run: ${waiting.map(({ name }) => name)}`)
      await Promise.race(running)
      continue
    }
    const [gate] = waiting.splice(next, 1)
    if (gate === undefined) break
    const work = runGate(gate, results, print).then((result) => {
      results.set(gate.name, result)
      running.delete(work)
    })
    running.add(work)
  }
  return gates.flatMap(({ name }) => results.get(name) ?? [])
}

/**
 * @param {Gate} gate
 * @param {ReadonlyMap<string, GateResult>} results
 * @param {(text: string) => void} print
 * @returns {Promise<GateResult>}
 */
async function runGate({ name, about, after, run }, results, print) {
  if (after !== undefined && results.get(after)?.outcome !== 'ok') {
    print(`– ${name}: not run, since ${after} failed\n`)
    return { name, about, outcome: 'not run', duration: 0 }
  }
  const start = performance.now()
  /** @type {Verdict} */
  const { ok, report, notes } = await run().catch((error) => ({ ok: false, report: String(error) }))
  const duration = performance.now() - start
  print(ok ? `✓ ${name} (${formatSeconds(duration)})\n` : `\n✗ ${name}: ${about}\n${report.trimEnd()}\n\n`)
  if (notes) print(`${notes.trimEnd()}\n\n`)
  return { name, about, outcome: ok ? 'ok' : 'FAILED', duration }
}
