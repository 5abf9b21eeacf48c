import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listEndToEndFailures, listUnitFailures } from './listFailures.mjs'
import { root } from './root.mjs'

const folder = join(root, '.reports')
const seal = join(folder, 'whole-run.json')

/** @typedef {'unit' | 'e2e'} Kind of tests */

/** @typedef {'again' | 'changed'} Part of the tests: those that failed, or those that a change affects */

/**
 * Returns the path of a report; a run of a part has a file of its own.
 *
 * @param {Kind} kind
 * @param {Part} [part]
 */
export const toReport = (kind, part) => join(folder, `${kind}${part ? `-${part}` : ''}.json`)

const reports = [toReport('unit'), toReport('e2e'), toReport('unit', 'again'), toReport('e2e', 'again')]
const changedReports = [toReport('unit', 'changed'), toReport('e2e', 'changed')]

/** Whether there are any browser tests. */
export const endToEndScript = join(root, 'scripts/e2e.mjs')

/**
 * Removes the reports of an earlier run, so that a run that crashes early leaves none.
 *
 * @param {Extract<Part, 'changed'>} [part] Default: those of complete runs.
 */
export function clearReports(part) {
  mkdirSync(folder, { recursive: true })
  for (const file of part ? changedReports : [...reports, seal]) rmSync(file, { force: true })
}

/** Records that the reports on disk are those of a complete run. */
export function sealReports() {
  writeFileSync(seal, JSON.stringify(digest()))
}

/** A run of a few tests overwrites the reports with its own, which lack most proofs. */
export function hasWholeReports() {
  return existsSync(seal) && readFileSync(seal, 'utf8') === JSON.stringify(digest())
}

/**
 * Returns the existing reports of a kind, the first run before the second.
 *
 * @param {Kind} kind
 */
export function readReports(kind) {
  return readFiles([toReport(kind), toReport(kind, 'again')])
}

/** @param {readonly string[]} files */
function readFiles(files) {
  return files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * Returns the failures of a kind; null if there is no report.
 *
 * @param {Kind} kind
 * @param {'first' | 'last' | 'changed'} run `changed`: of the tests that a change affects
 */
export function readFailures(kind, run) {
  const found = run === 'changed' ? readFiles([toReport(kind, 'changed')]) : readReports(kind)
  const report = found.at(run === 'first' ? 0 : -1)
  if (report === undefined) return null
  return kind === 'unit' ? listUnitFailures(report, root) : listEndToEndFailures(report, root)
}

function digest() {
  return reports.map((file) =>
    existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null,
  )
}
