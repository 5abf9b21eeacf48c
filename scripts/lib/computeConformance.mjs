import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinConformance } from './joinConformance.mjs'
import { readEndToEndReport, readUnitReport } from './readReports.mjs'
import { readReports } from './reports.mjs'
import { root } from './root.mjs'

/** Joins the items of the spec and the cases of the threat model with the reports on disk. */
export function computeConformance() {
  const tests = [
    ...readReports('unit').flatMap((report) => readUnitReport(report, root)),
    ...readReports('e2e').flatMap((report) => readEndToEndReport(report, root)),
  ]
  const lists = ['docs/spec-items.json', 'docs/threat-cases.json'].map((file) => readJson(join(root, file)))
  const conformance = joinConformance(lists.flat(), tests)
  return { text: `${JSON.stringify(conformance, null, 2)}\n`, summary: summarise(conformance) }
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** @param {import('./joinConformance.mjs').Conformance} conformance */
function summarise({ items }) {
  const isSpec = (/** @type {{ id: string }} */ { id }) => id.startsWith('S')
  return [
    ...summariseList(
      'Specification',
      items.filter((item) => isSpec(item)),
    ),
    ...summariseList(
      'Threat cases',
      items.filter((item) => !isSpec(item)),
    ),
  ].join('\n')
}

/**
 * @param {string} name
 * @param {import('./joinConformance.mjs').Conformance['items']} items
 */
function summariseList(name, items) {
  const open = items.filter(({ tests }) => tests.length === 0).map(({ id }) => id)
  const lines = [`${name}: ${items.length - open.length} of ${items.length} have a test that passed.`]
  return open.length > 0 ? [...lines, `Without a test: ${open.join(' ')}`] : lines
}
