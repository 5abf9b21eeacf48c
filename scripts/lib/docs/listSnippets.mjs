/** @typedef {import('./readDocument.mjs').Document} Document */
/**
 * @typedef {object} Snippet
 * @property {string} path of the virtual file, relative to the repository
 * @property {string} text
 * @property {string} document
 * @property {number} line of the document (from 1) that matches line 0 of the text; earlier text is not shown
 */

/**
 * Lists the TypeScript blocks of a document, each as a separate file. Comments right before a block provide its context:
 *
 * - `<!-- continues -->`: the blocks before it, as far back as they continue
 * - `<!-- before: … -->`: code that is not shown, such as what the reader provides
 * - `<!-- file mine.ts: … -->`: a file that is not shown, next to all the blocks
 *
 * A word after the language names the block's file: ```` ```ts mine.ts ````. A label in brackets is for tabs of the site.
 *
 * @param {Document} document
 * @returns {Snippet[]}
 */
export function listSnippets({ path, tokens }) {
  const folder = `docs/.snippets/${path.replace(/\.md$/, '').replace(/\W/g, '_')}`
  /** @type {Snippet[]} */
  const snippets = []
  // the previous block with everything that it continues
  let last = ''
  /** @type {string[]} */
  let comments = []
  for (const { type, info, content, map } of tokens) {
    if (type === 'html_block') {
      const found = [...content.matchAll(/<!--([\s\S]*?)-->/g)].map(([, text = '']) => text.trim())
      for (const text of found) snippets.push(...toHiddenFile(text, folder, path))
      comments.push(...found)
      continue
    }
    const [language = '', name] = info
      .replace(/\[.*\]/, '')
      .trim()
      .split(/\s+/)
    if (type === 'fence' && /^tsx?$/.test(language)) {
      const before = comments.flatMap((text) => /^before:\n([\s\S]*)$/.exec(text)?.[1] ?? [])
      const head = [...(comments.includes('continues') ? [last] : []), ...before].map((part) => `${part}\n`).join('')
      last = `${head}${content}`
      snippets.push({
        path: `${folder}/${name ?? `block${snippets.length}.${language}`}`,
        text: `${last}\nexport {}\n`,
        document: path,
        line: (map?.[0] ?? 0) + 3 - head.split('\n').length,
      })
    }
    comments = []
  }
  return snippets
}

/**
 * Parses a comment before a block.
 *
 * @param {string} comment
 * @param {string} folder
 * @param {string} document
 * @returns {Snippet[]} one, or none for any other comment
 */
function toHiddenFile(comment, folder, document) {
  const [, name, text] = /^file (\S+):\n([\s\S]*)$/.exec(comment) ?? []
  return name && text ? [{ path: `${folder}/${name}`, text, document, line: 1 }] : []
}
