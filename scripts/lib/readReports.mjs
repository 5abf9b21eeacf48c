import { relative, resolve } from 'node:path'

/** @typedef {import('./joinConformance.mjs').ReportedTest} ReportedTest */
/** @typedef {{ name: string, assertionResults: { ancestorTitles: string[], title: string, status: string }[] }} UnitFile */
/** @typedef {{ title: string, tests: { status: string, results: { status?: string }[] }[] }} Spec */
/** @typedef {{ title: string, file: string, specs?: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {{ testResults: UnitFile[] }} report of vitest's json reporter
 * @param {string} root of the repository
 * @returns {ReportedTest[]}
 */
export function readUnitReport({ testResults }, root) {
  return testResults.flatMap(({ name, assertionResults }) => {
    const file = toRepositoryPath(root, name)
    return assertionResults.map(({ ancestorTitles, title, status }) => ({
      file,
      // tests of types have their file as the outermost title
      titles: [...ancestorTitles.filter((outer) => outer !== file), title],
      passed: status === 'passed',
    }))
  })
}

/**
 * @param {readonly { name: string, file: string }[]} list what `vitest list --json` writes; names have all titles
 * @param {string} root of the repository
 * @returns {ReportedTest[]} as if all had passed
 */
export function readUnitList(list, root) {
  return list.map(({ name, file }) => ({ file: toRepositoryPath(root, file), titles: [name], passed: true }))
}

/**
 * @param {{ config: { rootDir: string }, suites: Suite[] }} report of Playwright's json reporter
 * @param {string} root of the repository
 * @returns {ReportedTest[]}
 */
export function readEndToEndReport(report, root) {
  return readSpecs(report, root, ({ tests }) => tests.length > 0 && tests.every(isPassed))
}

/**
 * @param {{ config: { rootDir: string }, suites: Suite[] }} report of `playwright test --list`
 * @param {string} root of the repository
 * @returns {ReportedTest[]} as if all had passed
 */
export function readEndToEndList(report, root) {
  return readSpecs(report, root, () => true)
}

/**
 * @param {{ config: { rootDir: string }, suites: Suite[] }} report
 * @param {string} root
 * @param {(spec: Spec) => boolean} hasPassed
 * @returns {ReportedTest[]}
 */
function readSpecs({ config, suites }, root, hasPassed) {
  /** @type {(suite: Suite, outer: readonly string[]) => ReportedTest[]} */
  const readSuite = (suite, outer) => [
    ...(suite.specs ?? []).map((spec) => ({
      file: toRepositoryPath(root, resolve(config.rootDir, suite.file)),
      titles: [...outer, spec.title],
      passed: hasPassed(spec),
    })),
    ...(suite.suites ?? []).flatMap((inner) => readSuite(inner, [...outer, inner.title])),
  ]
  // the outermost suite is the file itself
  return suites.flatMap((suite) => readSuite(suite, []))
}

/** @param {Spec['tests'][number]} test */
function isPassed({ status, results }) {
  // a test that is expected to fail is "expected" too, and a flaky one passed only on a retry
  return status === 'expected' && results.length > 0 && results.every((result) => result.status === 'passed')
}

/**
 * @param {string} root
 * @param {string} path
 */
function toRepositoryPath(root, path) {
  return relative(root, path).replaceAll('\\', '/')
}
