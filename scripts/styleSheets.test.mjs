import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/root.mjs'

const source = join(root, 'packages/ui-react/src')

/** Stylesheets of the components that all views share. */
const partSheets = ['theme/parts.css', 'theme/notices.css']

/** The selectors of a sheet's rules. Nested ones are left out: they belong to the rule around them. */
const listSelectors = (/** @type {string} */ path) =>
  [
    ...readFileSync(join(source, path), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .matchAll(/(?<=[{};]|^)\s*([^@{};]*\.[a-z][^@{};]*)\{/g),
  ]
    .flatMap(([, list = '']) => list.split(/,(?![^(]*\))/).map((selector) => selector.trim()))
    .filter((selector) => !selector.startsWith('&'))

const listClasses = (/** @type {string} */ selector) =>
  [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)

test('the stylesheet of a view, which stays once it is loaded, styles no elements of other views', () => {
  const shared = new Set(partSheets.flatMap(listSelectors).flatMap(listClasses))
  expect(shared).toContain('row')
  const foreign = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css') && !path.startsWith('theme/'))
    .flatMap((path) =>
      listSelectors(path)
        .filter((selector) => listClasses(selector).every((name) => shared.has(name)))
        .map((selector) => `${path}: ${selector}`),
    )
  expect(foreign).toEqual([])
})
