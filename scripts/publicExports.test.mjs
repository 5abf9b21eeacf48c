import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './lib/root.mjs'

// The packages' public exports, entry by entry, types included. Added and removed names show up here:
// `npx vitest run scripts/publicExports -u` updates the lists.

/**
 * Returns a package's entries as `[name, source]`; only modules have exported names.
 *
 * @param {string} folder
 * @returns {readonly (readonly [string, string])[]}
 */
function readEntries(folder) {
  const { name, exports, private: isPrivate } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (isPrivate) return []
  return Object.entries(exports).flatMap(([path, target]) => {
    const file = /dist\/(?:exports\/|preact\/)?([\w./-]+)\.js$/.exec(
      typeof target === 'string' ? target : target.default,
    )?.[1]
    return file === undefined ? [] : [[`${name}${path.slice(1)}`, join(folder, 'src/exports', `${file}.ts`)]]
  })
}

/**
 * Returns the names that a barrel exports, with `type` before those that exist only at compile time.
 *
 * @param {string} file
 * @returns {readonly string[]}
 */
function readNames(file) {
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement) || ts.isExpressionStatement(statement)) return []
    if (!ts.isExportDeclaration(statement)) throw new Error(`${file} is more than a list of what it exports.`)
    const { exportClause, isTypeOnly, moduleSpecifier } = statement
    if (!exportClause || !ts.isNamedExports(exportClause))
      return [`* from ${moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''}`]
    return exportClause.elements.map((entry) => `${isTypeOnly || entry.isTypeOnly ? 'type ' : ''}${entry.name.text}`)
  })
}

const packages = readdirSync(join(root, 'packages')).filter((name) => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  // some are only a command
  return manifest.private !== true && !(manifest.bin && !manifest.exports)
})

test.each(packages)('%s exports exactly the recorded names', async (name) => {
  const entries = readEntries(join(root, 'packages', name))
  expect(entries.length).toBeGreaterThan(0)
  const text = entries.map(([entry, file]) => `${[entry, ...readNames(file).toSorted()].join('\n  ')}\n`).join('\n')
  await expect(text).toMatchFileSnapshot(`./publicExports/${name}.txt`)
})
