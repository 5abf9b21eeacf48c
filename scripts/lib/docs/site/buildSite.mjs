import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toText } from '../createMarkdown.mjs'
import { contents, toPageName } from './contents.mjs'
import { createRenderer } from './createRenderer.mjs'
import { renderPage } from './renderPage.mjs'

/**
 * Writes guides and READMEs as static pages: HTML, one stylesheet, one image. Throws if one is missing or has no title.
 *
 * @param {{ root: string, folder: string }} options `folder` is created if missing; existing files stay
 * @returns {string[]} the names of the pages
 */
export function buildSite({ root, folder }) {
  const parts = contents.map(({ title, pages }) => ({ title, pages: pages.map((path) => readPage(root, path)) }))
  mkdirSync(folder, { recursive: true })
  const pages = parts.flatMap((part) => part.pages)
  for (const { name, title, tokens, renderer } of pages) {
    const body = renderer.renderer.render(tokens, renderer.options, {})
    writeFileSync(join(folder, `${name}.html`), renderPage({ entry: { name, title }, body, tokens, parts }))
  }
  for (const file of ['docs.css', 'key.svg']) cpSync(join(root, 'docs/site', file), join(folder, file))
  return pages.map(({ name }) => name)
}

/**
 * @param {string} root
 * @param {string} path
 */
function readPage(root, path) {
  const renderer = createRenderer(path)
  const tokens = renderer.parse(readFileSync(join(root, path), 'utf8'), {})
  const title = tokens[0]?.tag === 'h1' ? toText(tokens[1]) : ''
  if (title === '') throw new Error(`${path} has no title. Start it with "# …".`)
  return { name: toPageName(path), title: title.replace('@latchkey/', ''), tokens, renderer }
}
