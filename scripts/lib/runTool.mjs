import { run } from './run.mjs'

/**
 * Runs a gate that is one command: its exit code is the verdict, its output the report.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<import('./runGates.mjs').Verdict>}
 */
export async function runTool(command, args) {
  const { code, output } = await run(command, args, { capture: true })
  return { ok: code === 0, report: output }
}
