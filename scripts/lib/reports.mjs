import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listEndToEndFailures, listUnitFailures } from './listFailures.mjs'
import { root } from './root.mjs'

const folder = join(root, '.reports')
const seal = join(folder, 'whole-run.json')

export const unitReport = join(folder, 'unit.json')
export const endToEndReport = join(folder, 'e2e.json')
/** Is there a browser test at all? */
export const endToEndScript = join(root, 'scripts/e2e.mjs')

/** Removes what an earlier run left, so that a run that dies early leaves no report. */
export function clearReports() {
  mkdirSync(folder, { recursive: true })
  for (const file of [unitReport, endToEndReport, seal]) rmSync(file, { force: true })
}

/** Notes that the reports on disk are those of a whole run. */
export function sealReports() {
  writeFileSync(seal, JSON.stringify(digest()))
}

/** A run of a few tests overwrites the reports with its own, from which most proofs are missing. */
export function hasWholeReports() {
  return existsSync(seal) && readFileSync(seal, 'utf8') === JSON.stringify(digest())
}

/** What failed, as far as there are reports. */
export function readFailures() {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'))
  return [
    ...(existsSync(unitReport) ? listUnitFailures(read(unitReport), root) : []),
    ...(existsSync(endToEndReport) ? listEndToEndFailures(read(endToEndReport), root) : []),
  ]
}

function digest() {
  return [unitReport, endToEndReport].map((file) =>
    existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null,
  )
}
