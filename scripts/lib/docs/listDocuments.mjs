import { listFiles } from '../listFiles.mjs'

/** The documents that people read: the guides, and what stands beside the code. */
const document = /^(docs\/.*|[^/]+|(packages|apps|examples)\/[^/]+\/README)\.md$|^examples\/README\.md$/

/** @returns {string[]} paths relative to the repository, sorted */
export function listDocuments() {
  return listFiles().filter((path) => document.test(path) && path !== 'CHANGELOG.md')
}
