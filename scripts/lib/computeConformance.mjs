import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from './git.mjs'
import { joinConformance } from './joinConformance.mjs'
import { readEndToEndReport, readUnitReport } from './readReports.mjs'
import { readReports } from './reports.mjs'
import { root } from './root.mjs'

export const conformanceFile = join(root, 'conformance.json')

/**
 * Returns the file as it is in the index, since a test run writes the one in the tree; without git, the latter. Null if
 * there is none.
 */
export function readCommittedConformance() {
  if (git(['rev-parse', '--git-dir']) === null) {
    return existsSync(conformanceFile) ? readFileSync(conformanceFile, 'utf8') : null
  }
  const text = git(['show', ':./conformance.json'])
  return text === null ? null : `${text}\n`
}

/** The tests of the reports on disk. */
export function readReportedTests() {
  return [
    ...readReports('unit').flatMap((report) => readUnitReport(report, root)),
    ...readReports('e2e').flatMap((report) => readEndToEndReport(report, root)),
  ]
}

/**
 * Joins the items of the spec and the cases of the threat model with tests.
 *
 * @param {readonly import('./joinConformance.mjs').ReportedTest[]} tests
 */
export function computeConformance(tests) {
  const lists = ['docs/spec-items.json', 'docs/threat-cases.json'].map((file) => readJson(join(root, file)))
  const conformance = joinConformance(lists.flat(), tests, readJson(join(root, 'docs/spec-notes.json')))
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
 * How many items have which status, e.g. `214 proven, 15 by design, 5 not applicable`; and how many are unproven, if any.
 *
 * @param {import('./joinConformance.mjs').Conformance['items']} items
 */
export function countStatuses(items) {
  const count = (/** @type {import('./joinConformance.mjs').Status} */ status) =>
    items.filter((item) => item.status === status).length
  const unproven = count('unproven')
  const counts = `${count('proven')} proven, ${count('by-design')} by design, ${count('not-applicable')} not applicable`
  return unproven > 0 ? `${counts}, ${unproven} unproven` : counts
}

/**
 * @param {string} name
 * @param {import('./joinConformance.mjs').Conformance['items']} items
 */
function summariseList(name, items) {
  const open = items.filter(({ status }) => status === 'unproven').map(({ id }) => id)
  const lines = [`${name}, ${items.length} items: ${countStatuses(items)}.`]
  return open.length > 0 ? [...lines, `Unproven: ${open.join(' ')}`] : lines
}
