import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * Writes the declarations of these sources and of everything that they import, a file per source file. Each is
 * generated from its own text alone (`isolatedDeclarations`), so that no build waits for a full type check, which is a
 * separate gate.
 *
 * @param {string} from the folder with the sources
 * @param {string} to the folder of the package's output
 * @param {readonly string[]} names of the entries, below `from` and without `.ts`
 * @throws if a source has exports without explicit types; the error gives the position
 */
export async function writeDeclarations(from, to, names) {
  const files = new Set(names.map((name) => `${name}.ts`))
  // it grows during the iteration
  for (const file of files) {
    const text = await readFile(join(from, file), 'utf8')
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, { fileName: file, compilerOptions })
    if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, host))
    const target = join(to, file.replace(/\.tsx?$/, '.d.ts'))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, outputText)
    for (const { fileName } of ts.preProcessFile(outputText).importedFiles) {
      if (fileName.startsWith('.')) files.add(findSource(from, join(dirname(file), fileName)))
    }
  }
}

/** @type {import('typescript').CompilerOptions} */
const compilerOptions = { declaration: true, isolatedDeclarations: true, target: ts.ScriptTarget.ES2022 }

/** @type {import('typescript').FormatDiagnosticsHost} */
const host = { getCurrentDirectory: () => '', getCanonicalFileName: (name) => name, getNewLine: () => '\n' }

/**
 * @param {string} folder
 * @param {string} path as it is imported: with `.js`
 */
function findSource(folder, path) {
  const names = ['.ts', '.tsx'].map((ending) => path.replace(/\.js$/, ending))
  const found = names.find((name) => existsSync(join(folder, name)))
  if (found === undefined) throw new Error(`${path} has no type source: ${names.join(' and ')} do not exist.`)
  return found
}
