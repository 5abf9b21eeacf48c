import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listInstalled } from './listInstalled.js'

let folder: string

const place = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const toManifest = (name: string, version: string): string => JSON.stringify({ name, version })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-installed-'))
  const store = 'node_modules/.pnpm'
  place(`${store}/lock.yaml`, 'lockfileVersion: 9')
  place(`${store}/a@1.0.0/node_modules/a/package.json`, toManifest('a', '1.0.0'))
  place(`${store}/a@1.0.0/node_modules/a/lib/index.js`, 'x'.repeat(100))
  place(`${store}/@s+b@2.0.0/node_modules/@s/b/package.json`, toManifest('@s/b', '2.0.0'))
  place(`${store}/@s+b@2.0.0/node_modules/.bin/b`, '#!')
  symlinkSync('../../a@1.0.0/node_modules/a', join(folder, store, '@s+b@2.0.0/node_modules/a'))
  // the same package with other peers
  place(`${store}/@s+b@2.0.0_a@1.0.0/node_modules/@s/b/package.json`, toManifest('@s/b', '2.0.0'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('lists each installed version once, with the size of its own files', () => {
  expect(listInstalled(folder)).toEqual([
    { name: 'a', version: '1.0.0', size: 100 + toManifest('a', '1.0.0').length },
    { name: '@s/b', version: '2.0.0', size: toManifest('@s/b', '2.0.0').length },
  ])
})
