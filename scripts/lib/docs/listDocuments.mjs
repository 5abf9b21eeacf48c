import { listFiles } from '../listFiles.mjs'

/** Lists the documents for readers: the guides, and the Markdown files next to the code. */
const document = /^(docs\/.*|[^/]+|(packages|apps|examples)\/[^/]+\/README)\.md$|^examples\/README\.md$/

/** @returns {string[]} paths relative to the repository, sorted */
export function listDocuments() {
  return listFiles().filter((path) => document.test(path) && path !== 'CHANGELOG.md')
}
