import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { locateBrowser } from './browser.mjs'

/** @type {string} */
let folder

const place = (/** @type {string} */ name) => {
  writeFileSync(join(folder, name), '')
  chmodSync(join(folder, name), 0o755)
  return join(folder, name)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-browser-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('prefers CHROMIUM_PATH, then Chromium on PATH, then Chrome on PATH', () => {
  const chrome = place('google-chrome')
  const PATH = `/nowhere:${folder}`
  expect(locateBrowser({ PATH })).toBe(chrome)
  const chromium = place('chromium')
  expect(locateBrowser({ PATH })).toBe(chromium)
  expect(locateBrowser({ PATH, CHROMIUM_PATH: chrome })).toBe(chrome)
})

test('error: throws if CHROMIUM_PATH is not an executable file, even if another browser exists', () => {
  place('chromium')
  expect(() => locateBrowser({ PATH: folder, CHROMIUM_PATH: join(folder, 'absent') })).toThrow(
    'is not an executable file',
  )
})
