import createMarkdownIt from 'markdown-it'
import { toSlug } from './toSlug.mjs'

/**
 * CommonMark with tables and linkable headings. HTML comments are for the checks and are not shown; other HTML is an
 * error, see findDocumentErrors.mjs.
 *
 * @returns {import('markdown-it').MarkdownIt}
 */
export function createMarkdown() {
  const markdown = createMarkdownIt({ html: true })
  markdown.renderer.rules.html_block = () => ''
  markdown.renderer.rules.html_inline = () => ''
  markdown.core.ruler.push('anchors', ({ tokens }) => {
    /** @type {Map<string, number>} */
    const seen = new Map()
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue
      const slug = toSlug(toText(tokens[index + 1]))
      const count = seen.get(slug) ?? 0
      seen.set(slug, count + 1)
      token.attrSet('id', count === 0 ? slug : `${slug}-${count}`)
    }
  })
  return markdown
}

/**
 * Returns the plain text of inline Markdown.
 *
 * @param {import('markdown-it').Token | undefined} inline
 */
export function toText(inline) {
  return (inline?.children ?? []).map(({ content }) => content).join('')
}
