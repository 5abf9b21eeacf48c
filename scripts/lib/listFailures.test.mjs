import { expect, test } from 'vitest'
import { formatFailures, listEndToEndFailures, listUnitFailures } from './listFailures.mjs'

const passed = { ancestorTitles: [], title: 'opens', status: 'passed', failureMessages: [] }

test('lists failed unit tests with the first lines of the reason', () => {
  const messages = [
    '\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n\n- Expected\n+ Received\n\n- 2\n+ 1\n    at /repo/a.ts:1:2',
  ]
  const failed = { ancestorTitles: ['modal', 'close'], title: 'closes', status: 'failed', failureMessages: messages }
  const skipped = { ancestorTitles: [], title: 'waits', status: 'skipped', failureMessages: null }
  const file = {
    name: '/repo/packages/core/src/a.test.ts',
    status: 'failed',
    assertionResults: [passed, failed, skipped],
  }
  expect(listUnitFailures({ success: false, testResults: [file] }, '/repo')).toEqual([
    {
      file: 'packages/core/src/a.test.ts',
      test: 'packages/core/src/a.test.ts > modal > close > closes',
      reason: 'AssertionError: expected 1 to be 2\n- Expected\n+ Received',
    },
  ])
})

test('lists a file of unit tests that could not be loaded', () => {
  const file = { name: '/repo/a.test.ts', status: 'failed', message: 'Cannot find ./b.js', assertionResults: [] }
  expect(listUnitFailures({ success: false, testResults: [file] }, '/repo')).toEqual([
    { file: 'a.test.ts', test: 'a.test.ts', reason: 'Cannot find ./b.js' },
  ])
})

test('reports a failure outside of any test, and nothing if all passed', () => {
  const file = { name: '/repo/a.test.ts', status: 'passed', message: '', assertionResults: [passed] }
  expect(listUnitFailures({ success: true, testResults: [file] }, '/repo')).toEqual([])
  expect(listUnitFailures({ success: false, testResults: [file] }, '/repo')).toMatchObject([
    { test: 'unit tests', reason: expect.stringContaining('outside of any test') },
  ])
})

test('lists failed browser tests, including those of nested groups, and errors before any test', () => {
  const toSpec = (/** @type {string} */ title, /** @type {boolean} */ ok) => ({
    title,
    file: 'main/connect.spec.ts',
    line: 7,
    ok,
    tests: [
      {
        results: [{ errors: ok ? [] : [{ message: 'TimeoutError: locator.click\nCall log:\n  - waiting\n  - more' }] }],
      },
    ],
  })
  const report = {
    config: { rootDir: '/repo/e2e/src' },
    errors: [{ message: 'Error: no browser' }],
    suites: [
      {
        title: 'main/connect.spec.ts',
        specs: [toSpec('connects', true), toSpec('asks', false)],
        suites: [{ title: 'a phone', specs: [toSpec('opens', false)] }],
      },
    ],
  }
  const reason = 'TimeoutError: locator.click\nCall log:\n- waiting'
  const file = 'e2e/src/main/connect.spec.ts:7'
  expect(listEndToEndFailures(report, '/repo')).toEqual([
    { test: 'browser tests', reason: 'Error: no browser' },
    { file, test: `${file} > asks`, reason },
    { file, test: `${file} > a phone > opens`, reason },
  ])
})

test('limits the number of lines, and reports how many failures are left out', () => {
  const failures = Array.from({ length: 40 }, (_, index) => ({ test: `a > ${index}`, reason: 'one\ntwo' }))
  const lines = formatFailures(failures).split('\n')
  expect(lines.slice(0, 4)).toEqual(['40 failed:', '✗ a > 0', '    one', '    two'])
  expect(lines.length).toBeLessThanOrEqual(60)
  expect(lines.at(-1)).toBe('… and 21 more')
  expect(formatFailures(failures.slice(0, 2)).split('\n')).toHaveLength(7)
})
