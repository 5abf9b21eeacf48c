import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDiff, applyStep, parseRecipes } from './lib/recipes.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'

// Applies the recipes of CONTRIBUTING.md (a view, an error, an option, a language, an adapter) to a copy of the tree.

const steps = parseRecipes(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))
const sections = [...new Set(steps.map(({ section }) => section))]

/** Packages that are changed, and those that must be checked against the changed ones. */
const copied = ['packages/core', 'packages/ui-react', 'packages/testing']

/** Shows that the error, the option and the language are known, beyond the tests that the sections name. */
const probe = `
import { expect, it } from 'vitest'
import { DailyLimitReachedError } from '../../core/src/errors/transfer.js'
import { pickLocale } from './i18n/locale.js'
import { localeLoaders } from './i18n/loadLocale.js'
import { createTranslate, toErrorKey } from './i18n/translate.js'

it('has the text of the error, in English and in every language', async () => {
  const { code } = new DailyLimitReachedError()
  expect(createTranslate()(toErrorKey(code))).toBe('Daily limit reached. Nothing was sent.')
  for (const load of Object.values(localeLoaders)) expect(await load()).toHaveProperty(code)
})

it('offers the language', () => expect(pickLocale(['it-CH', 'de'])).toBe('it'))
`

/** Shows that the embedded wallet knows the language. */
const vaultProbe = `
import { expect, it } from 'vitest'
import { getWords, parseLanguage } from './words.js'

it('writes emails in the language', () => expect(getWords(parseLanguage('it-CH') ?? 'en')).not.toBe(getWords('en')))
`

/** Tests of the tree that cover what was added: every view is found by the router, every language is complete. */
const tests = [
  'packages/ui-react/src/recipes.test.ts',
  'apps/vault/src/words/recipes.test.ts',
  'packages/ui-react/src/router/viewFeatures.test.ts',
  'packages/ui-react/src/i18n/locales.test.ts',
  'packages/ui-react/src/i18n/translate.test.ts',
  'packages/adapter-tron/src/tron.test.ts',
  ...steps.map(({ path }) => path).filter((path) => /\.test\.tsx?$/.test(path)),
]

/** Milliseconds for a compiler on a busy machine. */
const compiling = 600_000

/** @type {string} */
let tree
/** @type {Map<string, string[]>} */
const faults = new Map()

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'latchkey-contributing-'))
  copyTree()
  for (const step of steps) faults.set(step.section, [...(faults.get(step.section) ?? []), ...applyStep(step, tree)])
  const adapter = 'packages/adapter-tron'
  link('examples/tron/node_modules', `${adapter}/node_modules`)
  write('packages/ui-react/src/recipes.test.ts', probe)
  write('apps/vault/src/words/recipes.test.ts', vaultProbe)
  write(
    'tsconfig.json',
    JSON.stringify({
      extends: './tsconfig.base.json',
      include: ['packages/core/src', 'packages/ui-react/src', `${adapter}/src`],
      exclude: ['**/*.test.*', '**/*.test-d.*', '**/testing'],
      // the other tests need more packages than the change is about
      files: tests.filter((path) => /^packages\/(core|ui-react)\//.test(path)),
    }),
  )
  const aliases = pathToFileURL(join(root, 'scripts/lib/sourceAliases.mjs'))
  write(
    'vitest.config.mjs',
    `import { sourceAliases } from '${aliases}'
export default {
  resolve: { alias: sourceAliases(import.meta.dirname) },
  test: {
    include: ${JSON.stringify(tests)},
    isolate: false,
    setupFiles: ['packages/core/src/testing/setUpTests.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    expect: { poll: { timeout: 15_000 } },
  },
}
`,
  )
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

describe('CONTRIBUTING.md', () => {
  it('has a recipe for each usual change', () => {
    const names = ['a view', 'an error', 'an option', 'a language', 'an adapter']
    expect(sections).toEqual(names.map((name) => `Add ${name}`))
    for (const section of sections)
      expect(steps.filter((step) => step.section === section && step.blocks.length > 0).length).toBeGreaterThan(3)
  })

  it.each(sections)('%s: every block applies', (section) => expect(faults.get(section)).toEqual([]))

  it.concurrent('leads to a tree that type-checks', { timeout: compiling }, async ({ expect }) => {
    const { code, output } = await run('node_modules/.bin/tsc', ['--noEmit', '-p', tree], { capture: true })
    expect(output).toBe('')
    expect(code).toBe(0)
  })

  it.concurrent('leads to a tree whose tests pass', { timeout: compiling }, async ({ expect }) => {
    const command = ['run', '--root', tree, '--config', join(tree, 'vitest.config.mjs'), '--reporter', 'verbose']
    const { code, output } = await run('node_modules/.bin/vitest', command, { capture: true, env: { NO_COLOR: '1' } })
    expect(code, output).toBe(0)
    for (const path of tests) expect(output).toContain(path)
    expect(output).toContain('finds ReceiveHelp')
  })
})

describe('applyDiff', () => {
  it('adds, removes and keeps lines, regardless of whitespace', () => {
    expect(applyDiff('a\n  b  |\nc\nd\n', ' b |\n+  x\n@@\n-c\n d\n')).toBe('a\n  b  |\n  x\nd\n')
  })

  it.each([
    ['is missing', 'a\n', ' b\n+c\n', '"b" is there 0 times.'],
    ['occurs twice', 'a\na\n', ' a\n+c\n', '"a" is there 2 times.'],
  ])('throws and names a line that %s', (_, source, diff, problem) => {
    expect(() => applyDiff(source, diff)).toThrow(problem)
  })
})

/** Copies what the steps change, and links the rest of the workspace. */
function copyTree() {
  link('node_modules', 'node_modules')
  for (const path of ['tsconfig.base.json', 'tsup.preset.ts']) copy(path)
  for (const path of copied) {
    copy(path)
    link(`${path}/node_modules`, `${path}/node_modules`)
  }
  for (const name of readdirSync(join(root, 'packages')))
    if (!copied.includes(`packages/${name}`)) link(`packages/${name}`, `packages/${name}`)
  for (const path of ['apps/vault/src/words', 'apps/vault/src/protocol', 'examples/tron/src']) copy(path)
  for (const { path } of steps) if (existsSync(join(root, path)) && !existsSync(join(tree, path))) copy(path)
}

/** @param {string} path */
function copy(path) {
  const filter = (/** @type {string} */ source) => !/\/(node_modules|dist|\.turbo)$/.test(source)
  cpSync(join(root, path), join(tree, path), { recursive: true, filter })
}

/** @type {(from: string, to: string) => void} */
function link(from, to) {
  mkdirSync(dirname(join(tree, to)), { recursive: true })
  symlinkSync(join(root, from), join(tree, to))
}

/** @type {(path: string, text: string) => void} */
function write(path, text) {
  writeFileSync(join(tree, path), text)
}
