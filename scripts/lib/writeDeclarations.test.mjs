import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeDeclarations } from './writeDeclarations.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-declarations-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** @param {Readonly<Record<string, string>>} files */
async function declare(files) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'src', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  await writeDeclarations(join(folder, 'src'), join(folder, 'dist'), ['exports/index'])
  return readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + '/dist/'.length))
    .sort()
}

test('declares what the entries reference, directly or indirectly, and nothing else', async () => {
  const written = await declare({
    'exports/index.ts': "export { one } from '../one.js'\nexport type { Two } from '../deep/two.js'\n",
    'one.ts':
      "import type { ReactNode } from 'react'\nimport { hidden } from './hidden.js'\nimport { View } from './View.js'\n\n/** Once. */\nexport function one(): ReactNode {\n  return hidden(View)\n}\n",
    'hidden.ts': 'export const hidden = (value: unknown): never => value as never\n',
    'View.tsx': "export const View = (): string => ''\n",
    'deep/two.ts': "export type Two = import('./three.js').Three | Promise<typeof import('../View.js')>\n",
    'deep/three.ts': 'export interface Three {\n  readonly three: 3\n}\n',
    'unused.ts': 'export const unused = 1\n',
  })
  expect(written).toEqual(['View.d.ts', 'deep/three.d.ts', 'deep/two.d.ts', 'exports/index.d.ts', 'one.d.ts'])
  expect(readFileSync(join(folder, 'dist/one.d.ts'), 'utf8')).toBe(
    "import type { ReactNode } from 'react';\n/** Once. */\nexport declare function one(): ReactNode;\n",
  )
})

test('error: reports a missing type annotation with its location', async () => {
  const files = {
    'exports/index.ts': "export { one } from '../one.js'\n",
    'one.ts': '\nexport const one = [1].map(String)\n',
  }
  await expect(declare(files)).rejects.toThrow(/one\.ts\(2,14\): error TS9010/)
})

test('error: names a missing source', async () => {
  await expect(declare({ 'exports/index.ts': "export { one } from './one.js'\n" })).rejects.toThrow(
    'exports/one.js has no type source: exports/one.ts and exports/one.tsx do not exist.',
  )
})
