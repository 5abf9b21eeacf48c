import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firefox, locateOther, webKit } from './otherBrowsers.mjs'

/** @type {string} */
let folder

const place = (/** @type {string} */ name) => {
  writeFileSync(join(folder, name), '')
  chmodSync(join(folder, name), 0o755)
  return join(folder, name)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-browsers-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('prefers FIREFOX_PATH, then firefox-esr on PATH, then firefox on PATH', () => {
  const PATH = `/nowhere:${folder}`
  expect(locateOther(firefox, { PATH })).toBeUndefined()
  const plain = place('firefox')
  expect(locateOther(firefox, { PATH })).toBe(plain)
  const esr = place('firefox-esr')
  expect(locateOther(firefox, { PATH })).toBe(esr)
  expect(locateOther(firefox, { PATH, FIREFOX_PATH: plain })).toBe(plain)
})

test('error: throws if FIREFOX_PATH is not an executable file, even if another Firefox exists', () => {
  place('firefox')
  const env = { PATH: folder, FIREFOX_PATH: join(folder, 'absent') }
  expect(() => locateOther(firefox, env)).toThrow('FIREFOX_PATH is "')
})

test('finds WebKit only if the programs for its virtual screen exist', () => {
  const driver = place('WebKitWebDriver')
  expect(locateOther(webKit, { PATH: folder })).toBeUndefined()
  place('xvfb-run')
  place('dbus-run-session')
  expect(locateOther(webKit, { PATH: folder })).toBe(driver)
})
