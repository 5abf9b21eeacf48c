import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findForeignInstalls } from './findForeignInstalls.mjs'
import { root } from './root.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-installs-'))
  for (const name of ['core', 'ui-react', 'adapter-evm']) write(`packages/${name}`, { name })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** @type {(path: string, manifest: object) => void} */
function write(path, manifest) {
  mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest))
}

test('an EVM-only app installs no packages of other chains', () => {
  expect(findForeignInstalls(root)).toEqual([])
})

test('names the dependency path to a package of another chain', () => {
  write('packages/core', { name: 'core', dependencies: { a: '1' } })
  write('packages/core/node_modules/a', { name: 'a', dependencies: { 'solana-things': '1' } })
  write('node_modules/solana-things', { name: 'solana-things' })
  expect(findForeignInstalls(folder)).toEqual(['An EVM-only app installs core › a › solana-things.'])
})

test('error: throws if a dependency is not installed', () => {
  write('packages/core', { name: 'core', dependencies: { gone: '1' } })
  expect(() => findForeignInstalls(folder)).toThrow('gone')
})
