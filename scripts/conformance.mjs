import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './lib/bootstrap.mjs'
import {
  computeConformance,
  conformanceFile,
  readCommittedConformance,
  readReportedTests,
} from './lib/computeConformance.mjs'
import { listTests } from './lib/listTests.mjs'
import { main } from './lib/main.mjs'
import { formatMutations, listUnitTests, mutate } from './lib/mutate.mjs'
import { hasWholeReports } from './lib/reports.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run conformance [-- --list | --check | --mutate [<item> …]]

Writes conformance.json from the reports of the last complete test run; runs the tests if there is none.

  --list     writes it from the titles of all tests, and runs none: for a change of titles, before the complete run
  --check    writes nothing, and fails if the committed file differs
  --mutate   breaks the code of each item of docs/mutations.json, or of those named, runs the unit tests with its tag, and
             fails if they pass; of all items, writes bench/MUTATIONS.md`

await main(help, async () => {
  await bootstrap()
  if (process.argv.includes('--mutate')) return mutateAll(process.argv.slice(process.argv.indexOf('--mutate') + 1))
  if (process.argv.includes('--list')) return write(computeConformance(await listTests()))
  const before = readCommittedConformance()
  if (!hasWholeReports()) {
    process.stdout.write('No report of a complete test run: running the tests first.\n')
    await run(process.execPath, ['scripts/test.mjs'])
    if (!hasWholeReports())
      throw new Error('Not all tests could run (see above), so there is no complete report. Fix that first.')
  }
  const conformance = computeConformance(readReportedTests())
  if (!process.argv.includes('--check')) return write(conformance)
  const { text, summary } = conformance
  process.stdout.write(`${summary}\n`)
  if (before === text) return true
  process.stderr.write(
    before === null
      ? 'conformance.json is not committed. Run "npm run conformance" and commit the file.\n'
      : 'conformance.json is stale: it differs from what the last test run proves. Run "npm run conformance" and commit the file.\n',
  )
  return false
})

/** @param {ReturnType<typeof computeConformance>} conformance */
function write({ text, summary }) {
  process.stdout.write(`${summary}\n`)
  writeFileSync(conformanceFile, text)
  return true
}

/**
 * Breaks the code of all items, or of those named. Returns whether the tests noticed each.
 *
 * @param {readonly string[]} ids
 */
async function mutateAll(ids) {
  const { items } = JSON.parse(readFileSync(conformanceFile, 'utf8'))
  /** @type {import('./lib/mutate.mjs').Mutation[]} */
  const all = JSON.parse(readFileSync(join(root, 'docs/mutations.json'), 'utf8'))
  const tests = listUnitTests(items)
  const results = []
  for (const mutation of ids.length > 0 ? all.filter(({ id }) => ids.includes(id)) : all) {
    const result = await mutate(mutation, tests.get(mutation.id) ?? [])
    process.stdout.write(`${result.id} ${result.outcome}: ${result.file}\n`)
    results.push(result)
  }
  const total = items.filter((/** @type {{ id: string }} */ { id }) => id.startsWith('S')).length
  if (ids.length === 0) writeFileSync(join(root, 'bench/MUTATIONS.md'), formatMutations(results, total))
  return results.every(({ outcome }) => outcome === 'noticed')
}
