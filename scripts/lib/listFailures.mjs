import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {object} Failure a test with its file, and the first lines of what it said
 * @property {string} test
 * @property {string} reason
 * @property {string} [file] from the root of the repository, with the line of a browser test; absent where none is to blame
 */
/** @typedef {{ title: string, status: string, ancestorTitles: readonly string[], failureMessages?: readonly string[] | null }} UnitTest */
/** @typedef {{ name: string, status?: string, message?: string, assertionResults: readonly UnitTest[] }} UnitFile */
/** @typedef {{ message?: string }} ReportedError */
/** @typedef {{ title: string, file: string, line?: number, ok: boolean, tests: readonly { results: readonly { errors?: readonly ReportedError[] }[] }[] }} Spec */
/** @typedef {{ title: string, specs?: readonly Spec[], suites?: readonly Suite[] }} Suite */

/** Maximum lines of a reason. */
const reasonLines = 3
/** Maximum characters of a line: a test may compare whole pages. */
const lineLength = 200

/**
 * @param {{ success?: boolean, testResults: readonly UnitFile[] }} report of vitest's json reporter
 * @param {string} root of the repository
 * @returns {Failure[]}
 */
export function listUnitFailures({ success, testResults }, root) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ ancestorTitles, title, failureMessages }) => ({
        file,
        test: [file, ...ancestorTitles, title].join(' > '),
        reason: shorten(failureMessages?.[0]),
      }))
    // a file that failed to load has no tests
    return failed.length === 0 && status === 'failed' ? [{ file, test: file, reason: shorten(message) }] : failed
  })
  if (failures.length > 0 || success !== false) return failures
  return [{ test: 'unit tests', reason: 'Something failed outside of any test: see "Unhandled Errors" above.' }]
}

/**
 * @param {{ config: { rootDir: string }, suites: readonly Suite[], errors?: readonly ReportedError[] }} report of Playwright's json reporter
 * @param {string} root of the repository
 * @returns {Failure[]}
 */
export function listEndToEndFailures({ config, suites, errors = [] }, root) {
  /** @type {(suite: Suite, outer: readonly string[]) => Failure[]} */
  const listSuite = ({ specs = [], suites: inner = [] }, outer) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const place = `${relative(root, resolve(config.rootDir, file))}:${line}`
        const [error] = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []))
        return { file: place, test: [place, ...outer, title].join(' > '), reason: shorten(error?.message) }
      }),
    ...inner.flatMap((suite) => listSuite(suite, [...outer, suite.title])),
  ]
  return [
    ...errors.map(({ message }) => ({ test: 'browser tests', reason: shorten(message) })),
    // the outermost suite is the file itself
    ...suites.flatMap((suite) => listSuite(suite, [])),
  ]
}

/**
 * Formats the failures in at most that many lines, for the end of a log: often only the end is kept.
 *
 * @param {readonly Failure[]} failures
 * @param {number} [max] lines
 */
export function formatFailures(failures, max = 60) {
  const blocks = failures.map(({ test, reason }) => [`✗ ${test}`, ...reason.split('\n').map((line) => `    ${line}`)])
  /** @type {string[]} */
  const lines = [`${failures.length} failed:`]
  for (const [index, block] of blocks.entries()) {
    // one line is reserved for the number of omitted lines
    if (lines.length + block.length > max - 1) return [...lines, `… and ${blocks.length - index} more`].join('\n')
    lines.push(...block)
  }
  return lines.join('\n')
}

/** @param {string | undefined} message */
function shorten(message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  const said = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('at '))
  return (
    said
      .slice(0, reasonLines)
      .map((line) => line.slice(0, lineLength))
      .join('\n') || 'no reason given'
  )
}
