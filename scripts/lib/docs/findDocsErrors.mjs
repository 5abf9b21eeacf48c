import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { findDocumentErrors } from './findDocumentErrors.mjs'
import { findTypeErrors } from './findTypeErrors.mjs'
import { listDocuments } from './listDocuments.mjs'
import { listSnippets } from './listSnippets.mjs'
import { readDocument } from './readDocument.mjs'

/**
 * Finds all errors in the repository's documents.
 *
 * @returns {string[]} one line each
 */
export function findDocsErrors() {
  const documents = listDocuments().map((path) => readDocument(path, readFileSync(join(root, path), 'utf8')))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const workspaces = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  const snippets = documents.flatMap(listSnippets)
  return [
    ...findDocumentErrors(documents, { root, commands: Object.keys(scripts) }),
    ...findTypeErrors(snippets, {
      root,
      workspaces: [...workspaces, 'e2e'].filter((folder) => existsSync(join(root, folder))),
    }),
  ]
}
