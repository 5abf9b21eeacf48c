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

test('takes the one that is named, else the first on PATH', () => {
  const PATH = `/nowhere:${folder}`
  expect(locateOther(firefox, { PATH })).toBeUndefined()
  const plain = place('firefox')
  expect(locateOther(firefox, { PATH })).toBe(plain)
  const esr = place('firefox-esr')
  expect(locateOther(firefox, { PATH })).toBe(esr)
  expect(locateOther(firefox, { PATH, FIREFOX_PATH: plain })).toBe(plain)
})

test('a named one that is none is an error, not another browser', () => {
  place('firefox')
  const env = { PATH: folder, FIREFOX_PATH: join(folder, 'absent') }
  expect(() => locateOther(firefox, env)).toThrow('FIREFOX_PATH is "')
})

test('one that needs a screen is there with that only', () => {
  const driver = place('WebKitWebDriver')
  expect(locateOther(webKit, { PATH: folder })).toBeUndefined()
  place('xvfb-run')
  place('dbus-run-session')
  expect(locateOther(webKit, { PATH: folder })).toBe(driver)
})
