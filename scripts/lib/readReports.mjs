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
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: toRepositoryPath(root, name),
      titles: [...ancestorTitles, title],
      passed: status === 'passed',
    })),
  )
}

/**
 * @param {{ config: { rootDir: string }, suites: Suite[] }} report of Playwright's json reporter
 * @param {string} root of the repository
 * @returns {ReportedTest[]}
 */
export function readEndToEndReport({ config, suites }, root) {
  /** @type {(suite: Suite, outer: readonly string[]) => ReportedTest[]} */
  const readSuite = (suite, outer) => [
    ...(suite.specs ?? []).map(({ title, tests }) => ({
      file: toRepositoryPath(root, resolve(config.rootDir, suite.file)),
      titles: [...outer, title],
      passed: tests.length > 0 && tests.every(isPassed),
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
