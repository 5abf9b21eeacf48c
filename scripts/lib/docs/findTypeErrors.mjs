import { join } from 'node:path'
import ts from 'typescript'

/** @typedef {import('./listSnippets.mjs').Snippet} Snippet */

/** Modules that bundlers and frameworks declare. */
const ambient = "declare module '*.css' {}\n"

/**
 * Returns the compiler's errors for snippets, checked in one program with the packages' sources. A module that a
 * snippet imports is resolved from any of the workspaces.
 *
 * @param {readonly Snippet[]} snippets
 * @param {{ root: string, workspaces: readonly string[] }} options `workspaces` relative to the root
 * @returns {string[]} one line each, at the line of the document
 */
export function findTypeErrors(snippets, { root, workspaces }) {
  const options = readOptions(root)
  const files = new Map(snippets.map((snippet) => [join(root, snippet.path), snippet]))
  const declarations = join(root, 'docs/.snippets/ambient.d.ts')
  const host = createHost(
    options,
    (path) => (path === declarations ? ambient : files.get(path)?.text),
    root,
    workspaces,
  )
  const program = ts.createProgram([declarations, ...files.keys()], options, host)
  return [...files].flatMap(([path, { document, line }]) => {
    const source = program.getSourceFile(path)
    const errors = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return errors.map(({ start = 0, messageText }) => {
      const at = line + (source?.getLineAndCharacterOfPosition(start).line ?? 0)
      return `${document}:${at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}

/**
 * @param {string} root
 * @returns {ts.CompilerOptions}
 */
function readOptions(root) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  // an app's own sources are not a library's
  return { ...options, types: ['node'], isolatedDeclarations: false, declaration: false }
}

/**
 * @param {ts.CompilerOptions} options
 * @param {(path: string) => string | undefined} read files that are nowhere on the disk
 * @param {string} root
 * @param {readonly string[]} workspaces
 * @returns {ts.CompilerHost}
 */
function createHost(options, read, root, workspaces) {
  const host = ts.createCompilerHost(options)
  const isVirtual = (/** @type {string} */ path) => path.startsWith(join(root, 'docs/.snippets'))
  /** @type {ts.ModuleResolutionHost} */
  const resolution = {
    ...host,
    fileExists: (path) => read(path) !== undefined || ts.sys.fileExists(path),
    directoryExists: (path) => isVirtual(path) || ts.sys.directoryExists(path),
  }
  const cache = ts.createModuleResolutionCache(root, (path) => path, options)
  /** @param {string} name @param {string} from */
  const resolve = (name, from) => ts.resolveModuleName(name, from, options, resolution, cache).resolvedModule
  const { readFile, getSourceFile } = host
  host.fileExists = resolution.fileExists
  host.directoryExists = (path) => isVirtual(path) || ts.sys.directoryExists(path)
  host.readFile = (path) => read(path) ?? readFile(path)
  host.getSourceFile = (path, ...rest) => {
    const text = read(path)
    if (text === undefined) return getSourceFile(path, ...rest)
    return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
  }
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const places = isVirtual(from) ? workspaces.map((folder) => join(root, folder, 'src/index.ts')) : []
      for (const place of [from, ...places]) {
        const resolvedModule = resolve(text, place)
        // a package whose types are published separately is resolved as plain JavaScript first
        if (resolvedModule && resolvedModule.extension !== ts.Extension.Js) return { resolvedModule }
      }
      return { resolvedModule: undefined }
    })
  return host
}
