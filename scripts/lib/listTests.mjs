import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideBitcoind } from './bitcoind.mjs'
import { readEndToEndList, readUnitList } from './readReports.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

/**
 * Lists all tests of a short run, without running them.
 *
 * @returns {Promise<import('./joinConformance.mjs').ReportedTest[]>}
 * @throws if a file of tests cannot be loaded
 */
export async function listTests() {
  // without it, the tests that need a node would not be listed
  if (!(await provideBitcoind())) throw new Error('The tests on a Bitcoin node could not be listed (see above).')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tests-'))
  try {
    const unit = join(folder, 'unit.json')
    const e2e = join(folder, 'e2e.json')
    await succeed('vitest', ['list', `--json=${unit}`])
    await succeed('e2e/node_modules/.bin/playwright', ['test', '--config=e2e/playwright.config.ts', '--list'], {
      E2E_REPORT: e2e,
    })
    return [...readUnitList(readJson(unit), root), ...readEndToEndList(readJson(e2e), root)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function succeed(command, args, env = {}) {
  const { code, output } = await run(command, args, { capture: true, env })
  if (code !== 0) throw new Error(`"${command} ${args.join(' ')}" failed (exit code ${code}).\n${output}`)
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
