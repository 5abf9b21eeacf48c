import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cssText } from './cssText.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-css-'))
  mkdirSync(join(folder, 'ui/src/theme'), { recursive: true })
  writeFileSync(join(folder, 'ui/src/theme/parts.css'), '.a { content: "b" }\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('turns a stylesheet that a source imports into a module with its text, which is watched and hot-updated', () => {
  const { resolveId, load } = cssText(folder)
  const importer = join(folder, 'ui/src/element/mount.tsx')
  const id = join(folder, 'ui/src/theme/parts.css.js')
  expect(resolveId('../theme/parts.css', importer)).toBe(id)
  expect(resolveId('../theme/parts.css', `${importer}?t=1`)).toBe(id)

  /** @type {string[]} */
  const watched = []
  const context = { addWatchFile: (/** @type {string} */ path) => void watched.push(path) }
  const code = load.call(context, id)
  expect(code).toContain(String.raw`".a { content: \"b\" }\n"`)
  expect(code).toContain('import.meta.hot?.accept()')
  expect(watched).toEqual([join(folder, 'ui/src/theme/parts.css')])
  expect(load.call(context, id, { ssr: true })).toBe(String.raw`export default ".a { content: \"b\" }\n"`)
})

test('ignores stylesheets that pages or other stylesheets import, and all other modules', () => {
  const { resolveId, load } = cssText(folder)
  const context = { addWatchFile: () => {} }
  expect(resolveId('./styles.css', '/elsewhere/main.tsx')).toBeUndefined()
  expect(resolveId('../src/theme/parts.css', join(folder, 'ui/styles/buttons.css'))).toBeUndefined()
  expect(resolveId('./mount.js', join(folder, 'ui/src/index.ts'))).toBeUndefined()
  expect(load.call(context, join(folder, 'ui/src/theme/parts.css'))).toBeUndefined()
})

test('an update of the stylesheet also updates its module', () => {
  const { hotUpdate } = cssText(folder)
  const id = join(folder, 'ui/src/theme/parts.css.js')
  const context = {
    environment: { moduleGraph: { getModuleById: (/** @type {string} */ one) => (one === id ? 'text' : undefined) } },
  }
  expect(hotUpdate.call(context, { file: id.slice(0, -3), modules: ['other'] })).toEqual(['other', 'text'])
  expect(hotUpdate.call(context, { file: '/elsewhere.css', modules: ['other'] })).toEqual(['other'])
})
