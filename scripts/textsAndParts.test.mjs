import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allTexts } from '../packages/ui-react/src/testing/allTexts.js'
import { renderTextsAndParts } from './lib/docs/renderTextsAndParts.mjs'
import { root } from './lib/root.mjs'

const page = renderTextsAndParts(root)

// `npx vitest run scripts/textsAndParts -u` writes the page
test('docs/texts-and-parts.md is up to date with the sources', async () => {
  await expect(page).toMatchFileSnapshot('../docs/texts-and-parts.md')
})

test('lists every message key with its text', () => {
  const section = page.slice(page.indexOf('## Texts'))
  const listed = [...section.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, key, text]) => [
    key,
    text?.replaceAll('\\', ''),
  ])
  const texts = Object.entries(allTexts).map(([key, text]) => [
    key,
    typeof text === 'string'
      ? text
      : Object.entries(text)
          .map(([category, form]) => `${category}: ${form}`)
          .join(' / '),
  ])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(texts))
})

test('lists every CSS variable that parts.css reads', () => {
  const css = readFileSync(join(root, 'packages/ui-react/src/theme/parts.css'), 'utf8')
  const read = new Set([...css.matchAll(/var\((--lk-[\w-]+)/g)].map(([, name]) => name))
  expect(read.size).toBeGreaterThan(15)
  for (const name of read) expect(page).toContain(`| \`${name}\``)
})
