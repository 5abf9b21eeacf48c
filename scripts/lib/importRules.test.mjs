import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { run } from './run.mjs'

/**
 * @param {Readonly<Record<string, string>>} files
 * @param {Readonly<Record<string, string>>} [links]
 * @returns {Promise<string[]>} `rule: from`, each once, sorted
 */
async function findViolations(files, links = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-imports-'))
  try {
    for (const name of ['.dependency-cruiser.cjs', 'tsconfig.base.json']) await cp(join(root, name), join(folder, name))
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    for (const [path, target] of Object.entries(links)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await symlink(join(folder, target), join(folder, path))
    }
    const sources = Object.keys(files).filter((path) => path.includes('/src/') && !path.endsWith('.css'))
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...sources]
    const { output } = await run(join(root, 'node_modules/.bin/depcruise'), args, { cwd: folder, capture: true })
    /** @type {{ rule: { name: string }, from: string }[]} */
    const violations = JSON.parse(output).summary.violations
    return [...new Set(violations.map(({ rule, from }) => `${rule.name}: ${from}`))].sort()
  } finally {
    await rm(folder, { recursive: true })
  }
}

const packageJson = (/** @type {object} */ parts) => JSON.stringify({ name: 'a', version: '1.0.0', ...parts })

/** A small tree that follows every rule. */
const good = {
  'packages/core/package.json': packageJson({ dependencies: { store: '1' }, devDependencies: { checker: '1' } }),
  'packages/core/node_modules/store/package.json': packageJson({ name: 'store', main: 'index.js' }),
  'packages/core/node_modules/store/index.js': 'export const createStore = 1',
  'packages/core/node_modules/checker/package.json': packageJson({ name: 'checker', main: 'index.js' }),
  'packages/core/node_modules/checker/index.js': 'export const check = 1',
  'packages/core/src/exports/index.ts': "export { a } from '../a.ts'\nexport type { B } from '../b.ts'",
  'packages/core/src/exports/controllers.ts': "export { a } from '../a.ts'",
  'packages/core/src/a.ts':
    "import { createStore } from 'store'\nimport type { B } from './b.ts'\nexport const a: B = createStore",
  'packages/core/src/b.ts': "export const load = () => import('./lazy.ts')\nexport type B = number",
  'packages/core/src/lazy.ts': 'export const lazy = 1',
  'packages/core/src/a.test.ts':
    "import { check } from 'checker'\nimport { mock } from '@latchkey/testing'\nimport { chain } from '@latchkey/devnet'\ncheck(mock, chain)",
  'packages/testing/src/exports/index.ts': "import type { B } from '@latchkey/core'\nexport const mock: B = 1",
  'packages/adapter-evm/src/exports/index.ts': "export { evm } from '../evm.ts'",
  'packages/adapter-evm/src/evm.ts': "import { a } from '@latchkey/core/controllers'\nexport const evm = a",
  'packages/ui-react/src/exports/index.ts':
    "import { a } from '@latchkey/core'\nimport css from './a.css'\nexport const ui = [a, css]",
  'packages/ui-react/src/exports/a.css': 'a {}',
  'packages/ui-react/src/css.d.ts': "declare module '*.css'",
  'apps/devnet/src/exports/index.ts': 'export const chain = 1',
  'apps/demo/src/main.tsx':
    "import { ui } from '@latchkey/ui-react'\nimport { evm } from '@latchkey/adapter-evm'\nimport { mock } from '@latchkey/testing'\nui(evm, mock)",
  'e2e/src/main.spec.ts': "import { chain } from '@latchkey/devnet'\nexport const a = chain",
}

test('reports nothing for a tree that follows every rule', async () => {
  expect(await findViolations(good)).toEqual([])
})

test('each rule reports its violation', async () => {
  const bad = {
    ...good,
    'packages/core/src/a.ts': `${good['packages/core/src/a.ts']}\nimport './usesOurs.ts'\nimport './usesDev.ts'\nimport './nowhere.ts'\nimport './cycle.ts'`,
    'packages/core/src/usesOurs.ts':
      "import { mock } from '@latchkey/testing'\nimport { chain } from '@latchkey/devnet'\nmock(chain)",
    'packages/core/src/usesDev.ts': "import { check } from 'checker'\ncheck()",
    'packages/core/src/cycle.ts': "import type { B } from './cycleBack.ts'\nexport type C = B",
    'packages/core/src/cycleBack.ts': "import type { C } from './cycle.ts'\nexport type B = C",
    'packages/core/src/alone.ts': 'export const alone = 1',
    'packages/core/src/a.test.ts': `${good['packages/core/src/a.test.ts']}\nimport '@latchkey/ui-react'`,
    'packages/adapter-evm/src/evm.ts': "import { mock } from '@latchkey/testing'\nexport const evm = mock",
    'packages/adapter-evm/src/inner.ts': "import { evm } from './exports/index.ts'\nexport const inner = evm",
    'packages/testing/src/exports/index.ts':
      "import type { B } from '../../../core/src/b.ts'\nexport const mock: B = 1",
    'packages/ui-react/src/exports/index.ts':
      "import { a } from '@latchkey/core'\nimport { evm } from '@latchkey/adapter-evm'\nexport const ui = [a, evm]",
    'apps/vault/src/main.ts': "import { ui } from '@latchkey/ui-react'\nui()",
    'e2e/src/main.spec.ts': "import { chain } from '../../apps/devnet/src/exports/index.ts'\nexport const a = chain",
  }
  expect(await findViolations(bad)).toEqual([
    'by-name-across-packages: e2e/src/main.spec.ts',
    'by-name-across-packages: packages/testing/src/exports/index.ts',
    'core-imports-none-of-ours: packages/core/src/usesOurs.ts',
    'exports-are-for-others: packages/adapter-evm/src/inner.ts',
    'no-cycle: packages/core/src/cycle.ts',
    'no-development-dependency-in-source: packages/core/src/usesDev.ts',
    'no-orphan: packages/core/src/alone.ts',
    'no-package-imports-an-app: packages/core/src/usesOurs.ts',
    'packages-import-core-only: packages/adapter-evm/src/evm.ts',
    'packages-import-core-only: packages/ui-react/src/exports/index.ts',
    'resolvable: packages/core/src/a.ts',
    'services-without-ui: apps/vault/src/main.ts',
    'tests-import-testing-and-devnet: packages/core/src/a.test.ts',
    'through-exports-across-packages: packages/testing/src/exports/index.ts',
  ])
})

test('the rules also apply to a package without an alias, which resolves to its build', async () => {
  const siwx = { dependencies: { '@latchkey/siwx': '1' } }
  const files = {
    'packages/siwx/package.json': packageJson({ name: '@latchkey/siwx', exports: './dist/index.js' }),
    'packages/siwx/dist/index.js': 'export const siwx = 1',
    'packages/adapter-evm/package.json': packageJson(siwx),
    'packages/adapter-evm/src/evm.ts': "import { siwx } from '@latchkey/siwx'\nexport const evm = siwx",
    'apps/demo/package.json': packageJson(siwx),
    'apps/demo/src/main.ts': "import { siwx } from '@latchkey/siwx'\nsiwx()",
  }
  const links = {
    'packages/adapter-evm/node_modules/@latchkey/siwx': 'packages/siwx',
    'apps/demo/node_modules/@latchkey/siwx': 'packages/siwx',
  }
  expect(await findViolations(files, links)).toEqual(['packages-import-core-only: packages/adapter-evm/src/evm.ts'])
})
