import { dirname, join, normalize } from 'node:path'
import { createMarkdown } from '../createMarkdown.mjs'
import { contents, toPageName } from './contents.mjs'
import { highlight, toHtmlText } from './highlight.mjs'

/**
 * Renders Markdown for the site: highlighted code, tables that scroll on their own, links to the site's pages. Links to
 * other files in the repository become plain text.
 *
 * @param {string} path of the document, relative to the repository
 */
export function createRenderer(path) {
  const markdown = createMarkdown()
  const { rules } = markdown.renderer
  rules.fence = (tokens, index) => {
    const token = tokens[index]
    const language = token?.info.split(/\s/)[0] ?? ''
    const code = highlight(token?.content ?? '', language)
    // scrollable elements must be reachable by keyboard
    return `<pre tabindex="0" role="region" aria-label="Code ${index}"><code>${code}</code></pre>\n`
  }
  rules.table_open = (_, index) => `<div class="table" tabindex="0" role="region" aria-label="Table ${index}"><table>\n`
  rules.table_close = () => '</table></div>\n'
  let isLink = true
  rules.link_open = (tokens, index, options, _, renderer) => {
    const token = tokens[index]
    const href = token && toHref(String(token.attrGet('href')), path)
    isLink = href !== undefined
    if (!token || href === undefined) return ''
    token.attrSet('href', href)
    return renderer.renderToken(tokens, index, options)
  }
  rules.link_close = () => (isLink ? '</a>' : '')
  rules.heading_close = (tokens, index, options, _, renderer) => {
    const open = tokens[index - 2]
    const id = open?.attrGet('id')
    const name = toHtmlText(tokens[index - 1]?.content ?? '')
    const link = open?.tag === 'h1' || !id ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to: ${name}">#</a>`
    return link + renderer.renderToken(tokens, index, options)
  }
  return markdown
}

/**
 * @param {string} href as it stands in the document
 * @param {string} from path of the document
 * @returns {string | undefined} undefined where it leads to no page
 */
function toHref(href, from) {
  if (/^([a-z][a-z\d+.-]*:|#)/i.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = normalize(join(dirname(from), path)).replace(/\/$/, '')
  const pages = contents.flatMap((part) => part.pages)
  const page = pages.find((item) => item === target || item === `${target}/README.md`)
  return page && `${toPageName(page)}.html${anchor === undefined ? '' : `#${anchor}`}`
}
