import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBitcoind } from './lib/bitcoind.mjs'
import { bootstrap } from './lib/bootstrap.mjs'
import { provideChromium } from './lib/browser.mjs'
import { listChangedFiles, selectBrowserTests } from './lib/changedTests.mjs'
import { computeConformance, readReportedTests } from './lib/computeConformance.mjs'
import { formatFailures } from './lib/listFailures.mjs'
import { main } from './lib/main.mjs'
import { clearReports, endToEndScript, readFailures, sealReports, toReport } from './lib/reports.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'
import { formatSteps, runSteps } from './lib/runSteps.mjs'
import { selectFailed } from './lib/selectFailed.mjs'

const isLong = process.argv.includes('--long')
const again = process.argv.includes('--again')
  ? { unit: selectFailed(readFailures('unit', 'first')), e2e: selectFailed(readFailures('e2e', 'first')) }
  : undefined

const isChanged = process.argv.includes('--changed')
const revision = process.argv.slice(process.argv.indexOf('--changed') + 1).find((word) => !word.startsWith('-'))

/** With `--changed`: files that differ from the given revision; null if git doesn't know it. */
const changes = isChanged ? listChangedFiles(revision) : undefined

/** Arguments that select the tests of each kind; undefined: all. An empty list: none. */
const selected = changes
  ? { unit: [`--changed=${changes.revision}`, '--passWithNoTests'], e2e: selectBrowserTests(changes.files) }
  : again

/** @type {(command: string, ...args: string[]) => Promise<boolean>} */
const succeeds = async (command, ...args) => (await run(command, args)).code === 0

/** @type {import('./lib/runSteps.mjs').Step} */
const unitTests = {
  name: 'unit tests',
  run: async () => {
    process.env.UNIT_REPORT = toReport('unit', part('unit'))
    return succeeds('vitest', 'run', ...(selected?.unit ?? []))
  },
}

/** @type {import('./lib/runSteps.mjs').Step} */
const browserTests = {
  name: 'browser tests',
  needs: ['browser', 'bitcoind', 'build'],
  run: async () => {
    process.env.E2E_REPORT = toReport('e2e', part('e2e'))
    return succeeds(process.execPath, endToEndScript, ...(selected?.e2e ?? []))
  },
}

/** @type {import('./lib/runSteps.mjs').Step} */
const sharedTests = {
  name: 'browser tests of money and threats on two gateways and two custodies',
  needs: ['browser', 'bitcoind', 'build'],
  run: async () => {
    // its report proves nothing new: the same tests have run above, in one process
    const env = { GATEWAYS: '2', CUSTODIES: '2', E2E_REPORT: join(root, '.reports/e2e-shared.json') }
    const { code } = await run(process.execPath, [endToEndScript, '--grep', '@money|@threats'], { env })
    return code === 0
  },
}

/** @type {readonly import('./lib/runSteps.mjs').Step[]} */
const steps = [
  {
    name: 'browser',
    run: async () => {
      await provideChromium()
      return true
    },
  },
  {
    name: 'bitcoind',
    run: async () => {
      process.env.BITCOIND_PATH = await findBitcoind()
      return true
    },
  },
  { name: 'build', run: () => succeeds('turbo', 'run', 'build', '--output-logs=errors-only') },
  ...(isNeeded('unit') ? [unitTests] : []),
  {
    // they are unit tests that are skipped without a node; this step reports that
    name: 'unit tests on a Bitcoin node',
    needs: ['bitcoind', ...(isNeeded('unit') ? ['unit tests'] : [])],
    run: async () => true,
  },
  ...(existsSync(endToEndScript) && isNeeded('e2e') ? [browserTests] : []),
  ...(isLong && selected === undefined ? [sharedTests] : []),
  ...(changes ? [] : [{ name: 'conformance', run: writeConformance }]),
]

/**
 * Whether there is something of this kind to run.
 *
 * @param {import('./lib/reports.mjs').Kind} kind
 */
function isNeeded(kind) {
  return selected?.[kind]?.length !== 0
}

/**
 * Which tests run, for the name of their report.
 *
 * @param {import('./lib/reports.mjs').Kind} kind
 */
function part(kind) {
  if (changes) return 'changed'
  return again?.[kind] && 'again'
}

/** @param {readonly import('./lib/runSteps.mjs').StepResult[]} earlier */
async function writeConformance(earlier) {
  if (earlier.some(({ outcome }) => outcome === 'not run')) {
    process.stdout.write('Not all tests ran, so conformance.json is unchanged.\n')
    return true
  }
  const { text, summary } = computeConformance(readReportedTests())
  process.stdout.write(`${summary}\n`)
  // the file reflects the short run, which everybody runs
  if (isLong) return true
  sealReports()
  if (earlier.every(({ outcome }) => outcome === 'ok')) writeFileSync(join(root, 'conformance.json'), text)
  else process.stdout.write('Some tests failed, so conformance.json is unchanged.\n')
  return true
}

const help = `Usage: npm test [-- --long | --again | --changed [<revision>]]

Builds everything, runs the unit and browser tests, and writes conformance.json.

  --long     runs the long form of tests that have one, as "npm run test:long" does
  --again    reruns only what failed in the last complete run; together with what passed there, it counts as one
  --changed  runs what a change may affect: unit tests by their imports, and a few browser tests of the changed parts;
             compares with the given revision, or with where the branch left main; uncommitted changes count`

await main(help, async () => {
  if (changes === null) throw new Error(`git knows no revision "${revision ?? 'main'}".`)
  await bootstrap()
  if (isLong) process.env.LATCHKEY_LONG = '1'
  if (again === undefined) clearReports(changes && 'changed')
  const results = await runSteps(steps)
  process.stdout.write(`\n${formatSteps(results)}\n`)
  const last = changes ? 'changed' : 'last'
  const failures = [...(readFailures('unit', last) ?? []), ...(readFailures('e2e', last) ?? [])]
  // last: of a long log, often only the end is kept
  if (failures.length > 0) process.stdout.write(`\n${formatFailures(failures)}\n`)
  return results.every(({ outcome }) => outcome === 'ok')
})
