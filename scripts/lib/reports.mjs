import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listEndToEndFailures, listUnitFailures } from './listFailures.mjs'
import { root } from './root.mjs'

const folder = join(root, '.reports')
const seal = join(folder, 'whole-run.json')

/** @typedef {'unit' | 'e2e'} Kind of tests */

/**
 * Where a kind of tests reports to; the second run of those that failed, to a file of its own.
 *
 * @param {Kind} kind
 * @param {boolean} [isAgain]
 */
export const toReport = (kind, isAgain = false) => join(folder, `${kind}${isAgain ? '-again' : ''}.json`)

const reports = [toReport('unit'), toReport('e2e'), toReport('unit', true), toReport('e2e', true)]

/** Is there a browser test at all? */
export const endToEndScript = join(root, 'scripts/e2e.mjs')

/** Removes what an earlier run left, so that a run that dies early leaves no report. */
export function clearReports() {
  mkdirSync(folder, { recursive: true })
  for (const file of [...reports, seal]) rmSync(file, { force: true })
}

/** Notes that the reports on disk are those of a whole run. */
export function sealReports() {
  writeFileSync(seal, JSON.stringify(digest()))
}

/** A run of a few tests overwrites the reports with its own, from which most proofs are missing. */
export function hasWholeReports() {
  return existsSync(seal) && readFileSync(seal, 'utf8') === JSON.stringify(digest())
}

/**
 * The reports of a kind that are there, the first run before the second.
 *
 * @param {Kind} kind
 */
export function readReports(kind) {
  return [toReport(kind), toReport(kind, true)]
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * What failed of a kind; null where it left no report.
 *
 * @param {Kind} kind
 * @param {'first' | 'last'} run
 */
export function readFailures(kind, run) {
  const report = readReports(kind).at(run === 'first' ? 0 : -1)
  if (report === undefined) return null
  return kind === 'unit' ? listUnitFailures(report, root) : listEndToEndFailures(report, root)
}

function digest() {
  return reports.map((file) =>
    existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null,
  )
}
