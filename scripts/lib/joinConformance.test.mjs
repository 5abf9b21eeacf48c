import { expect, test } from 'vitest'
import { joinConformance } from './joinConformance.mjs'
import { readEndToEndReport, readUnitReport } from './readReports.mjs'

const items = [{ id: 'S1.1' }, { id: 'S1.2' }, { id: 'S1.10' }]

/** @type {(file: string, titles: string[], passed?: boolean) => import('./joinConformance.mjs').ReportedTest} */
const reported = (file, titles, passed = true) => ({ file, titles, passed })

test('keeps the order of the spec, and sorts the titles, each once', () => {
  const tests = [
    reported('b.test.ts', ['opens [S1.10] [S1.1]']),
    reported('a.test.ts', ['modal [S1.1]', 'closes']),
    reported('a.test.ts', ['modal [S1.1]', 'closes']),
    reported('a.test.ts', ['has no tag']),
  ]
  expect(joinConformance(items, tests)).toEqual({
    items: [
      { id: 'S1.1', tests: ['a.test.ts > modal [S1.1] > closes', 'b.test.ts > opens [S1.10] [S1.1]'] },
      { id: 'S1.2', tests: [] },
      { id: 'S1.10', tests: ['b.test.ts > opens [S1.10] [S1.1]'] },
    ],
  })
})

test('says the same whatever the order of the reports', () => {
  const tests = [reported('a.test.ts', ['x [S1.2]']), reported('b.test.ts', ['y [S1.2]'])]
  expect(joinConformance(items, tests)).toEqual(joinConformance(items, tests.toReversed()))
})

test('joins cases of the threat model by their tags as well', () => {
  const cases = [...items, { id: 'F31' }]
  expect(joinConformance(cases, [reported('a.test.ts', ['sends once [F31] [S1.1]'])]).items).toContainEqual({
    id: 'F31',
    tests: ['a.test.ts > sends once [F31] [S1.1]'],
  })
  expect(() => joinConformance(cases, [reported('a.test.ts', ['x [I99]'])])).toThrow('"[I99]"')
})

test('a test that did not pass proves nothing', () => {
  expect(joinConformance(items, [reported('a.test.ts', ['x [S1.2]'], false)]).items[1]).toEqual({
    id: 'S1.2',
    tests: [],
  })
})

test.each(['[S9.9]', '[S1]', '[S1.1, S1.2]', '[s1.1]', '[S1.1 ]'])('refuses a tag that is no item (%#)', (tag) => {
  expect(() => joinConformance(items, [reported('a.test.ts', [`x ${tag}`], false)])).toThrow(
    `"${tag}" in "a.test.ts > x`,
  )
})

test('other brackets are no tags', () => {
  expect(joinConformance(items, [reported('a.test.ts', ['reads list[0] and [Solana]'])]).items[0]?.tests).toEqual([])
})

test('reads the report of the unit tests', () => {
  const report = {
    testResults: [
      {
        name: '/repo/packages/core/src/a.test.ts',
        assertionResults: [
          { ancestorTitles: ['modal', 'open'], title: 'opens', status: 'passed' },
          { ancestorTitles: [], title: 'closes', status: 'failed' },
          { ancestorTitles: [], title: 'waits', status: 'skipped' },
        ],
      },
    ],
  }
  expect(readUnitReport(report, '/repo')).toEqual([
    reported('packages/core/src/a.test.ts', ['modal', 'open', 'opens']),
    reported('packages/core/src/a.test.ts', ['closes'], false),
    reported('packages/core/src/a.test.ts', ['waits'], false),
  ])
})

test('reads the report of the browser tests', () => {
  const passed = { status: 'expected', results: [{ status: 'passed' }] }
  const suite = {
    title: 'main.spec.ts',
    file: 'main.spec.ts',
    specs: [{ title: 'connects', tests: [passed] }],
    suites: [
      {
        title: 'network',
        file: 'main.spec.ts',
        specs: [
          { title: 'switches', tests: [passed, passed] },
          {
            title: 'passes in one browser only',
            tests: [passed, { status: 'unexpected', results: [{ status: 'failed' }] }],
          },
          { title: 'fails as expected', tests: [{ status: 'expected', results: [{ status: 'failed' }] }] },
          { title: 'is flaky', tests: [{ status: 'flaky', results: [{ status: 'failed' }, { status: 'passed' }] }] },
          { title: 'is left out', tests: [{ status: 'skipped', results: [] }] },
          { title: 'never ran', tests: [] },
        ],
      },
    ],
  }
  const file = 'e2e/src/main.spec.ts'
  expect(readEndToEndReport({ config: { rootDir: '/repo/e2e/src' }, suites: [suite] }, '/repo')).toEqual([
    reported(file, ['connects']),
    reported(file, ['network', 'switches']),
    reported(file, ['network', 'passes in one browser only'], false),
    reported(file, ['network', 'fails as expected'], false),
    reported(file, ['network', 'is flaky'], false),
    reported(file, ['network', 'is left out'], false),
    reported(file, ['network', 'never ran'], false),
  ])
})
