import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { toText } from './createMarkdown.mjs'

/** @typedef {import('./readDocument.mjs').Document} Document */

/**
 * Finds broken links, HTML that no page would show, invalid JSON blocks, and commands that don't exist.
 *
 * @param {readonly Document[]} documents
 * @param {{ root: string, commands: readonly string[] }} options `commands`: the scripts of `npm run`
 * @returns {string[]} one line each
 */
export function findDocumentErrors(documents, { root, commands }) {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  return documents.flatMap((document) => [
    ...findProofErrors(document, root),
    ...document.links.flatMap(({ href, line }) => {
      const error = findLinkError(document, href, byPath, root)
      return error === null ? [] : [`${document.path}:${line}: ${error}`]
    }),
    ...document.tokens.flatMap((token) => {
      const error = findTokenError(token, { path: document.path, commands })
      return error === null ? [] : [`${document.path}:${(token.map?.[0] ?? 0) + 1}: ${error}`]
    }),
  ])
}

/**
 * @param {Document} document
 * @param {string} href
 * @param {ReadonlyMap<string, Document>} byPath
 * @param {string} root
 */
function findLinkError(document, href, byPath, root) {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return null
  const [path = '', anchor] = decodeURI(href).split('#')
  const target = path === '' ? document.path : normalize(join(dirname(document.path), path)).replace(/\/$/, '')
  // above the repository are pages of its host
  if (target.startsWith('..')) return null
  if (!byPath.has(target) && !existsSync(join(root, target))) return `"${href}" does not exist.`
  if (anchor === undefined) return null
  const known = byPath.get(target)
  if (!known) return `"${href}" is an anchor in a file without headings.`
  return known.anchors.has(anchor) ? null : `"${href}": ${target} has no such heading.`
}

const testFile = /\.(test|spec)\.(tsx?|mjs)$/

/**
 * A claim is linked to the test that proves it: the text of a link to a test file is the title of one of its tests, or
 * a part of it. In docs/threats.md every table row ends with such a link.
 *
 * @param {Document} document
 * @param {string} root
 */
function findProofErrors({ path, links, tokens }, root) {
  const missing = links.flatMap(({ href, text, line }) => {
    const file = join(root, dirname(path), decodeURI(href))
    if (!testFile.test(href) || !existsSync(file)) return []
    return hasTitle(readFileSync(file, 'utf8'), text) ? [] : [`${path}:${line}: ${href} has no test "${text}".`]
  })
  if (path !== 'docs/threats.md') return missing
  const unproven = tokens.flatMap(({ type, map }, index) => {
    if (type !== 'tr_open' || tokens[index + 1]?.type !== 'td_open') return []
    const row = tokens.slice(
      index,
      tokens.findIndex((token, at) => at > index && token.type === 'tr_close'),
    )
    const hasProof = row.some(({ children }) =>
      (children ?? []).some((child) => testFile.test(String(child.attrGet('href') ?? ''))),
    )
    return hasProof ? [] : [`${path}:${(map?.[0] ?? 0) + 1}: "${toText(row[2])}" is not linked to a test.`]
  })
  return [...missing, ...unproven]
}

/**
 * Returns whether a test file has the title, in any kind of quotes.
 *
 * @param {string} source
 * @param {string} title
 */
function hasTitle(source, title) {
  const escaped = title.replaceAll("'", "\\'")
  return title.length >= 10 && (source.includes(title) || source.includes(escaped))
}

/** Markdown has no pictures for light and dark. The README is shown by the repository's host alone. */
const picture = /<\/?(?:picture|source|img)\b[^>]*>/g

/**
 * @param {import('./readDocument.mjs').Token} token
 * @param {{ path: string, commands: readonly string[] }} options
 */
function findTokenError({ type, info, content, children }, { path, commands }) {
  const all = [type === 'html_block' ? content : '', ...(children ?? []).map(toHtml)].join('')
  const html = all.replace(/<!--[\s\S]*?-->/g, '').replace(path === 'README.md' ? picture : '', '')
  if (html.trim() !== '') return `"${html.trim().slice(0, 40)}" is HTML. Write Markdown.`
  if (type !== 'fence') return null
  const language = info.split(/\s/)[0]
  if (language === 'json') return findJsonError(content)
  const missing = [...content.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]
    .filter(([text, name = '']) => language === 'sh' && (text.startsWith('npm run') || /^(start|test)$/.test(name)))
    .find(([, name = '']) => name !== 'dev' && !commands.includes(name)) // an app created in a guide has its own
  return missing ? `Unknown command: "npm run ${missing[1]}".` : null
}

/** @param {import('./readDocument.mjs').Token} token */
const toHtml = ({ type, content }) => (type === 'html_inline' ? content : '')

/** @param {string} text */
function findJsonError(text) {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return `Invalid JSON: ${error instanceof Error ? error.message : error}`
  }
}
