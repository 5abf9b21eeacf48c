import { createMarkdown } from './createMarkdown.mjs'

/** @typedef {import('markdown-it').Token} Token */
/**
 * @typedef {object} Document
 * @property {string} path relative to the repository
 * @property {Token[]} tokens
 * @property {Set<string>} anchors names that its headings can be linked by
 * @property {{ href: string, text: string, line: number }[]} links also of pictures; `text` without its marks; lines from 1
 */

/**
 * @param {string} path relative to the repository
 * @param {string} text
 * @returns {Document}
 */
export function readDocument(path, text) {
  const tokens = createMarkdown().parse(text, {})
  const headings = tokens.filter(({ type }) => type === 'heading_open')
  const links = tokens.flatMap(({ children, map }) =>
    (children ?? []).flatMap((child, index, all) => {
      const href = child.attrGet('href') ?? child.attrGet('src')
      if (href === null) return []
      const rest = all.slice(index + 1)
      const end = rest.findIndex(({ type }) => type === 'link_close')
      const text = rest
        .slice(0, Math.max(end, 0))
        .map(({ content }) => content)
        .join('')
      return [{ href: String(href), text, line: (map?.[0] ?? 0) + 1 }]
    }),
  )
  return { path, tokens, anchors: new Set(headings.map((token) => String(token.attrGet('id')))), links }
}
