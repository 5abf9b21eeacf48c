import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readTree } from './readTree.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-tree-')))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** @type {(path: string, manifest: object) => void} */
const put = (path, manifest) => {
  mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }))
}

it('lists the installed production dependencies, including cycles and nested versions', () => {
  put('.', { name: 'own', license: 'MIT', dependencies: { a: '^1', b: '^1' }, devDependencies: { missing: '1' } })
  put('node_modules/a', { name: 'a', licenses: [{ type: 'MIT' }, { type: 'ISC' }], dependencies: { b: '^2' } })
  put('node_modules/a/node_modules/b', {
    name: 'b',
    version: '2.0.0',
    license: { type: 'ISC' },
    dependencies: { a: '^1' },
  })
  put('node_modules/b', { name: 'b', optionalDependencies: { elsewhere: '1' }, dependencies: { elsewhere: '1' } })
  expect(readTree(folder).map(({ name, version, licence, needs }) => [name, version, licence, needs])).toEqual([
    ['own', '1.0.0', 'MIT', ['a@1.0.0', 'b@1.0.0']],
    ['a', '1.0.0', '(MIT OR ISC)', ['b@2.0.0']],
    ['b', '2.0.0', 'ISC', ['a@1.0.0']],
    ['b', '1.0.0', 'Unknown', []],
  ])
})

it('error: names a dependency that is not installed, and the package that needs it', () => {
  put('.', { name: 'own', dependencies: { a: '^1' } })
  expect(() => readTree(folder)).toThrow('a, which own@1.0.0 depends on, is not installed.')
})
