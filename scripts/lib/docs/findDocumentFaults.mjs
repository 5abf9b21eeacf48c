import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** @typedef {import('./readDocument.mjs').Document} Document */

/**
 * Links that lead nowhere, HTML that no page would show, blocks of JSON that are none, and commands that do not exist.
 *
 * @param {readonly Document[]} documents
 * @param {{ root: string, commands: readonly string[] }} options `commands`: the scripts of `npm run`
 * @returns {string[]} one line each
 */
export function findDocumentFaults(documents, { root, commands }) {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  return documents.flatMap((document) => [
    ...document.links.flatMap(({ href, line }) => {
      const fault = findLinkFault(document, href, byPath, root)
      return fault === null ? [] : [`${document.path}:${line}: ${fault}`]
    }),
    ...document.tokens.flatMap((token) => {
      const fault = findTokenFault(token, commands)
      return fault === null ? [] : [`${document.path}:${(token.map?.[0] ?? 0) + 1}: ${fault}`]
    }),
  ])
}

/**
 * @param {Document} document
 * @param {string} href
 * @param {ReadonlyMap<string, Document>} byPath
 * @param {string} root
 */
function findLinkFault(document, href, byPath, root) {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return null
  const [path = '', anchor] = decodeURI(href).split('#')
  const target = path === '' ? document.path : normalize(join(dirname(document.path), path)).replace(/\/$/, '')
  // above the repository are pages of whoever hosts it
  if (target.startsWith('..')) return null
  if (!byPath.has(target) && !existsSync(join(root, target))) return `"${href}" leads to no file.`
  if (anchor === undefined) return null
  const known = byPath.get(target)
  if (!known) return `"${href}" names a place in a file that has no headings.`
  return known.anchors.has(anchor) ? null : `"${href}": ${target} has no heading of that name.`
}

/**
 * @param {import('./readDocument.mjs').Token} token
 * @param {readonly string[]} commands
 */
function findTokenFault({ type, info, content, children }, commands) {
  const html = [type === 'html_block' ? content : '', ...(children ?? []).map(toHtml)].join('')
  if (html.replace(/<!--[\s\S]*?-->/g, '').trim() !== '')
    return `"${html.trim().slice(0, 40)}" is HTML. Write Markdown.`
  if (type !== 'fence') return null
  const language = info.split(/\s/)[0]
  if (language === 'json') return findJsonFault(content)
  const missing = [...content.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]
    .filter(([text, name = '']) => language === 'sh' && (text.startsWith('npm run') || /^(start|test)$/.test(name)))
    .find(([, name = '']) => name !== 'dev' && !commands.includes(name)) // an app that a guide makes has its own
  return missing ? `There is no "npm run ${missing[1]}".` : null
}

/** @param {import('./readDocument.mjs').Token} token */
const toHtml = ({ type, content }) => (type === 'html_inline' ? content : '')

/** @param {string} text */
function findJsonFault(text) {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return `No JSON: ${error instanceof Error ? error.message : error}`
  }
}
