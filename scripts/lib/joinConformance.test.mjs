import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countStatuses } from './computeConformance.mjs'
import { joinConformance } from './joinConformance.mjs'
import { readEndToEndList, readEndToEndReport, readUnitList, readUnitReport } from './readReports.mjs'
import { root } from './root.mjs'

const items = [{ id: 'S1.1' }, { id: 'S1.2' }, { id: 'S1.10' }]

/** @type {(file: string, titles: string[], passed?: boolean) => import('./joinConformance.mjs').ReportedTest} */
const reported = (file, titles, passed = true) => ({ file, titles, passed })

test('keeps the order of the spec, and lists each title once, sorted', () => {
  const tests = [
    reported('b.test.ts', ['opens [S1.10] [S1.1]']),
    reported('a.test.ts', ['modal [S1.1]', 'closes']),
    reported('a.test.ts', ['modal [S1.1]', 'closes']),
    reported('a.test.ts', ['has no tag']),
  ]
  expect(joinConformance(items, tests)).toEqual({
    items: [
      {
        id: 'S1.1',
        status: 'proven',
        tests: ['a.test.ts > modal [S1.1] > closes', 'b.test.ts > opens [S1.10] [S1.1]'],
      },
      { id: 'S1.2', status: 'unproven', tests: [] },
      { id: 'S1.10', status: 'proven', tests: ['b.test.ts > opens [S1.10] [S1.1]'] },
    ],
  })
})

test('does not depend on the order of the reports', () => {
  const tests = [reported('a.test.ts', ['x [S1.2]']), reported('b.test.ts', ['y [S1.2]'])]
  expect(joinConformance(items, tests)).toEqual(joinConformance(items, tests.toReversed()))
})

test('also joins cases of the threat model by their tags, and rejects an unknown one', () => {
  const cases = [...items, { id: 'F31' }]
  expect(joinConformance(cases, [reported('a.test.ts', ['sends once [F31] [S1.1]'])]).items).toContainEqual({
    id: 'F31',
    status: 'proven',
    tests: ['a.test.ts > sends once [F31] [S1.1]'],
  })
  expect(() => joinConformance(cases, [reported('a.test.ts', ['x [I99]'])])).toThrow('"[I99]"')
})

test('a test that did not pass proves nothing', () => {
  expect(joinConformance(items, [reported('a.test.ts', ['x [S1.2]'], false)]).items[1]).toEqual({
    id: 'S1.2',
    status: 'unproven',
    tests: [],
  })
})

test.each(['[S9.9]', '[S1]', '[S1.1, S1.2]', '[s1.1]', '[S1.1 ]'])('rejects a tag that matches no item (%#)', (tag) => {
  expect(() => joinConformance(items, [reported('a.test.ts', [`x ${tag}`], false)])).toThrow(
    `"${tag}" in "a.test.ts > x`,
  )
})

test('does not treat other brackets as tags', () => {
  expect(joinConformance(items, [reported('a.test.ts', ['reads list[0] and [Solana]'])]).items[0]?.tests).toEqual([])
})

/** @type {import('./joinConformance.mjs').Note[]} */
const notes = [
  { id: 'S1.2', status: 'by-design', place: 'ARCHITECTURE.md#more' },
  { id: 'S1.10', status: 'not-applicable', reason: 'Left open.' },
]

test('an item that differs by design needs a test, and one that is not applicable needs none', () => {
  const proof = reported('a.test.ts', ['x [S1.2]'])
  expect(joinConformance(items, [proof], notes).items).toEqual([
    { id: 'S1.1', status: 'unproven', tests: [] },
    { ...notes[0], tests: ['a.test.ts > x [S1.2]'] },
    { ...notes[1], tests: [] },
  ])
  expect(joinConformance(items, [], notes).items[1]).toMatchObject({
    status: 'unproven',
    place: 'ARCHITECTURE.md#more',
  })
})

test('error: throws for a tag of an item that is not applicable, and for a note on no item', () => {
  expect(() => joinConformance(items, [reported('a.test.ts', ['x [S1.10]'])], notes)).toThrow('"[S1.10]" in "a.test.ts')
  expect(() => joinConformance([{ id: 'S1.1' }], [], notes)).toThrow('notes on no item: S1.2 S1.10')
})

test('README.md and ARCHITECTURE.md match conformance.json and the spec notes', () => {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
  /** @type {import('./joinConformance.mjs').Conformance} */
  const { items: all } = JSON.parse(read('conformance.json'))
  expect(read('README.md')).toContain(countStatuses(all.filter(({ id }) => id.startsWith('S'))))
  const design = read('ARCHITECTURE.md')
  /** @type {import('./joinConformance.mjs').Note[]} */
  const own = JSON.parse(read('docs/spec-notes.json'))
  const byDesign = own.filter(({ status }) => status === 'by-design')
  expect(byDesign.length).toBeGreaterThan(10)
  for (const { id } of byDesign) expect(design).toMatch(new RegExp(`^\\| ${id.replace('.', '\\.')} +\\|`, 'm'))
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

test('gives a test the same name whether it is listed or run', () => {
  const types = 'packages/core/src/a.test-d.ts'
  const unit = {
    name: `/repo/${types}`,
    assertionResults: [{ ancestorTitles: [types, 'modal'], title: 'has a type', status: 'passed' }],
  }
  const run = readUnitReport({ testResults: [unit] }, '/repo')
  const listed = readUnitList([{ name: 'modal > has a type', file: `/repo/${types}` }], '/repo')
  expect(listed.map(({ file, titles }) => [file, ...titles].join(' > '))).toEqual([`${types} > modal > has a type`])
  expect(run.map(({ file, titles }) => [file, ...titles].join(' > '))).toEqual([`${types} > modal > has a type`])

  const spec = { title: 'connects', tests: [{ status: 'skipped', results: [] }] }
  const suite = { title: 'main.spec.ts', file: 'main.spec.ts', specs: [spec] }
  expect(readEndToEndList({ config: { rootDir: '/repo/e2e/src' }, suites: [suite] }, '/repo')).toEqual([
    reported('e2e/src/main.spec.ts', ['connects']),
  ])
})
