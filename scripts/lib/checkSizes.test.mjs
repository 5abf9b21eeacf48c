import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSizes } from './checkSizes.mjs'

/** @type {string} */
let folder

/** Text that gzip can only halve. */
const noise = (/** @type {number} */ length) => createHash('shake256', { outputLength: length / 2 }).digest('hex')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-sizes-'))
  const files = {
    'node_modules/a/package.json': JSON.stringify({
      name: 'a',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
    }),
    'node_modules/a/index.js': `import { shared } from './shared.js'\nexport { react } from 'react'\nexport const small = 1 + shared\nexport const big = '${noise(4000)}'\nexport const load = () => import('./lazy.js')`,
    'node_modules/a/lazy.js': `import { shared } from './shared.js'\nexport const lazy = '${noise(9000)}' + shared`,
    'node_modules/a/shared.js': `export const shared = 1`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

/** @type {(entry: Partial<import('./checkSizes.mjs').SizeEntry>) => Promise<string[]>} */
const check = async (entry) => {
  const entries = [{ name: 'a', imports: { a: /** @type {const} */ ('*') }, budget: 100, ...entry }]
  return (await checkSizes({ external: ['react'], entries }, folder)).errors
}

test('an entry within its budgets passes', async () => {
  expect(await check({ lazyBudget: 100 })).toEqual([])
})

test('measures initial code and lazy chunks separately', async () => {
  expect(await check({ imports: { a: ['small'] }, budget: 0.2 })).toEqual([])
  expect(await check({ imports: { a: ['small', 'load'] }, budget: 0.3 })).toEqual([])
  expect(await check({ imports: { a: ['small', 'big'] }, budget: 0.2 })).toEqual([
    expect.stringMatching(/^a is .* budget is 0.2/),
  ])
  expect(await check({ imports: { a: ['load'] }, lazyBudget: 0.1 })).toEqual([
    expect.stringMatching(/^A lazy chunk of a is/),
  ])
})

test('error: reports a missing budget and a missing module', async () => {
  expect(await check({ budget: null })).toEqual([expect.stringContaining('a has no budget')])
  expect(await check({ imports: { b: '*' } })).toEqual([expect.stringContaining('a cannot be bundled')])
})
