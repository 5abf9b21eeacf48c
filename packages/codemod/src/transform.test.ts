import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { kits, transform } from './transform.js'

const folder = fileURLToPath(new URL('../test/fixtures', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Each `x.before.txt` with its expected `x.after.txt`. */
const fixtures = kits.flatMap((kit) =>
  readdirSync(join(folder, kit))
    .filter((name) => name.endsWith('.before.txt'))
    .map((name) => {
      const before = readFileSync(join(folder, kit, name), 'utf8')
      const after = readFileSync(join(folder, kit, name.replace('.before.', '.after.')), 'utf8')
      return { kit, name: name.replace('.before.txt', ''), before, after }
    }),
)

describe.each(fixtures)('$kit: $name', ({ kit, before, after }) => {
  it('is transformed into the expected source', () => {
    expect(transform({ kit, path: 'app.tsx', text: before }).text).toBe(after)
  })

  it('leaves the expected source unchanged on a second run', () => {
    expect(transform({ kit, path: 'app.tsx', text: after }).text).toBe(after)
  })
})

describe('the transformed sources', () => {
  it('compile against the packages, except where work is left to the developer', () => {
    const files = fixtures.filter(({ name }) => name !== 'leftover')
    expect(files.map(({ kit }) => kit)).toEqual(expect.arrayContaining([...kits]))
    const wrong = "import { createModal } from '@latchkey/ui-react'\ncreateModal({ adapters: 1 })\n"
    const faults = compile([
      ...files.map(({ kit, name, after }) => [`${kit}/${name}.tsx`, after] as const),
      ['w.tsx', wrong],
    ])
    // proves that the compiler reports errors
    expect(faults).toEqual([expect.stringContaining('w.tsx:2')])
  }, 120_000)
})

describe('notes', () => {
  it('refer to the lines of the original source', () => {
    const text = "\nimport { useSIWE } from 'connectkit'\n\nexport const isIn = () => useSIWE().isSignedIn\n"
    const { notes } = transform({ kit: 'connectkit', path: 'a.ts', text })
    expect(notes).toEqual([{ line: 2, text: expect.stringContaining('siwx({ server })') }])
  })

  it('are empty for a source without the other modal, which stays unchanged', () => {
    const text = "import { useModal } from './mine'\nexport const open = () => useModal().open()\n"
    for (const kit of kits) expect(transform({ kit, path: 'a.ts', text })).toEqual({ text, notes: [] })
  })
})

/** Compiles the files inside this package, against the sources of the other packages. */
function compile(files: readonly (readonly [path: string, text: string])[]): readonly string[] {
  const base = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent(base, ts.sys, root)
  const top = join(root, 'packages/codemod/compiled')
  const texts = new Map(files.map(([path, text]) => [join(top, path), text]))
  // frameworks declare CSS modules like this
  texts.set(join(top, 'css.d.ts'), "declare module '*.css' {}\n")
  const settings = { ...options, isolatedDeclarations: false, declaration: false, types: [] }
  const host = ts.createCompilerHost(settings)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.directoryExists = (path) => path.startsWith(top) || ts.sys.directoryExists(path)
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path)
    if (text === undefined) return getSourceFile(path, ...rest)
    return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
  }
  const program = ts.createProgram([...texts.keys()], settings, host)
  return [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path)
    const faults = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return faults.map(({ messageText, start }) => {
      const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0
      return `${path}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
  })
}
