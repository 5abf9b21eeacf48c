import { expect, test } from 'vitest'
import { findViolations } from './treeRules.mjs'

const source = 'packages/core/src/a.ts'
const unit = 'packages/core/src/a.test.ts'

/** Forbidden text is assembled here, so that this file follows the rules itself. */
const cut = (/** @type {TemplateStringsArray} */ { raw }) => raw.join('').replaceAll('¦', '')

/** @type {readonly [rule: string, path: string, bad: string, good: string][]} */
const cases = [
  ['no machine path', source, cut`const a = '/ro¦ot/a.json'`, 'const a = "./root/a.json"'],
  ['no machine path', 'README.md', cut`see /wo¦rk/main/a.md`, 'see src/work/main/a.md'],
  ['no machine path', source, cut`'/ho¦me/ann/.ssh'`, "'https://a.example/home/ann/'"],
  ['no machine path', source, cut`'/Us¦ers/ann/app'`, '~/work/app'],
  ['no machine path', source, cut`'fi¦le:///ro¦ot/a'`, "'file:///srv/a'"],
  ['no machine path', source, cut`/tmp/bash¦_jobs.0/a`, '/tmp/a'],
  ['no registry host', '.npmrc', cut`a=https://registry.np¦mjs.org/`, 'a=https://npm.example.org/'],
  ['no registry host', 'docs/a.md', cut`https://npm.pkg.git¦hub.com`, 'https://github.com'],
  [
    'no tarball address in a lockfile',
    'pnpm-lock.yaml',
    cut`resolution: {integrity: x, tar¦ball: y}`,
    'resolution: {integrity: x}',
  ],
  ['no test left out', unit, cut`test.on¦ly('a', run)`, "test('a', run)"],
  ['no test left out', unit, cut`describe.sk¦ip.each(cases)('a', run)`, "describe.each(cases)('a', run)"],
  ['no test left out', unit, cut`it.to¦do('a')`, "it('a', run)"],
  ['no test left out', unit, cut`test.sk¦ip(true, 'later')`, 'test.skip(obstacle !== undefined, obstacle)'],
  ['no test left out', unit, cut`test('a', { sk¦ip: true }, run)`, "test.skipIf(!long)('a', run)"],
  ['no test left out', 'e2e/src/a.spec.ts', cut`test.fix¦me('a', run)`, "test('a', run)"],
  ['no retries in a test', unit, cut`test('a', { ret¦ry: 2 }, run)`, cut`test('a', () => send({ ret¦ry: 2 }))`],
  [
    'no retries in a test',
    'e2e/src/a.spec.ts',
    cut`test.describe.configure({ ret¦ries: 2 })`,
    "test.describe.configure({ mode: 'serial' })",
  ],
  ['no retries in the setup of a test runner', 'vitest.config.ts', cut`ret¦ry: 2,`, 'retry: 0,'],
  [
    'no retries in the setup of a test runner',
    'e2e/playwright.config.ts',
    cut`ret¦ries: process.env.CI ? 2 : 0,`,
    'retries: 0,',
  ],
  [
    'no retries in the setup of a test runner',
    'scripts/e2e.mjs',
    cut`run('playwright', ['--ret¦ries=2'])`,
    "run('playwright', [])",
  ],
  ['no unfinished note', source, cut`// TO¦DO: more`, '// todos are a feature of the demo'],
  ['no unfinished note', 'README.md', cut`Solana: coming¦ soon`, 'Solana comes with its own adapter'],
]

test.each(cases)('%s: %s', (rule, path, bad, good) => {
  expect(findViolations(path, bad)).toEqual([expect.stringContaining(rule)])
  expect(findViolations(path, good)).toEqual([])
})

test('names the file, the line, the text and the fix', () => {
  expect(findViolations('a.md', `one\n${cut`/wo¦rk/a`}`)).toEqual([
    `a.md:2: no machine path ("${cut`/wo¦rk/`}"). Use a path relative to the repository, or ask the system for its folder.`,
  ])
})

test('allows code outside tests that only looks like a skipped test', () => {
  expect(findViolations(source, cut`list.sk¦ip(2)`)).toEqual([])
})
