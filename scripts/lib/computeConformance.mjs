import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinConformance } from './joinConformance.mjs'
import { readEndToEndReport, readUnitReport } from './readReports.mjs'
import { readReports } from './reports.mjs'
import { root } from './root.mjs'

/** Joins the spec with the reports on disk. */
export function computeConformance() {
  const tests = [
    ...readReports('unit').flatMap((report) => readUnitReport(report, root)),
    ...readReports('e2e').flatMap((report) => readEndToEndReport(report, root)),
  ]
  const conformance = joinConformance(readJson(join(root, 'docs/spec-items.json')), tests)
  return { text: `${JSON.stringify(conformance, null, 2)}\n`, summary: summarise(conformance) }
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** @param {import('./joinConformance.mjs').Conformance} conformance */
function summarise({ items }) {
  const open = items.filter(({ tests }) => tests.length === 0).map(({ id }) => id)
  const lines = [`Spec: ${items.length - open.length} of ${items.length} items have a test that passed.`]
  if (open.length > 0) lines.push(`Without a test: ${open.join(' ')}`)
  return lines.join('\n')
}
