import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'))
/** Of the parts that all views are made of. */
const partSheets = ['theme/parts.css', 'theme/notices.css']

const readSheet = (path: string): string => readFileSync(join(source, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

/** The selectors of a sheet's rules, without those of keyframes. */
const listSelectors = (path: string): readonly string[] =>
  [...readSheet(path).matchAll(/(?<=[{};]|^)\s*([^@{};]*\.[a-z][^@{};]*)\{/g)].flatMap(([, list = '']) =>
    list.split(/,(?![^(]*\))/).map((selector) => selector.trim()),
  )

const listClasses = (text: string): readonly string[] =>
  [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)

test('the sheet of a view, which stays once it is loaded, changes no element of another view', () => {
  const shared = new Set(partSheets.flatMap(listSelectors).flatMap(listClasses))
  expect(shared).toContain('row')
  const foreign = sheets
    .filter((path) => !path.startsWith('theme/'))
    .flatMap((path) =>
      listSelectors(path)
        // nested selectors belong to the rule around them
        .filter((selector) => !selector.startsWith('&'))
        .filter((selector) => listClasses(selector).every((name) => shared.has(name)))
        .map((selector) => `${path}: ${selector}`),
    )
  expect(foreign).toEqual([])
})
