import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { isKit, type Kit, kits, readProject, transform } from '../transform.js'

export type Output = { readonly print: (line: string) => void; readonly warn: (line: string) => void }

/**
 * Runs the command: rewrites the sources below the given paths, or only prints what it would change (`--dry`).
 *
 * @returns the exit code: 0, or 2 for invalid arguments
 */
export function runCodemod(args: readonly string[], { print, warn }: Output): number {
  if (args.includes('--help') || args.includes('-h')) {
    print(usage)
    return 0
  }
  const parsed = parseArguments(args)
  if ('problem' in parsed) {
    warn(`${parsed.problem}\n\n${usage}`)
    return 2
  }
  const { kit, paths, isDry } = parsed
  let changed = 0
  let open = 0
  const files = listSources(paths).map((given) => {
    const path = resolve(given).replaceAll('\\', '/')
    return { given, path, text: readFileSync(given, 'utf8') }
  })
  const project = readProject({ kit, files })
  const [before, after] = [new Set<string>(), new Set<string>()]
  for (const { given, path, text: source } of files) {
    const { text, notes } = transform({ kit, path, text: source, project })
    for (const name of listPackages(source)) before.add(name)
    for (const name of listPackages(text)) after.add(name)
    if (text === source) continue
    changed += 1
    open += notes.length
    print(`${isDry ? 'would change' : 'changed'} ${given}`)
    for (const { line, text: note } of notes) print(`  ${line}: ${note}`)
    if (!isDry) writeFileSync(given, text)
  }
  for (const line of toInstallLines(before, after)) print(line)
  print(`${changed} ${changed === 1 ? 'file' : 'files'}, ${open} ${open === 1 ? 'place' : 'places'} left to you`)
  return 0
}

/** The packages that a file imports. */
function listPackages(text: string): readonly string[] {
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  return imports.flatMap((name) => /^(@[a-z\d][\w.-]*\/[\w.-]+|[a-z][\w.-]*)/.exec(name)?.[0] ?? [])
}

/** Returns the commands that install newly imported packages and remove those that are no longer imported. */
function toInstallLines(before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] {
  const added = [...after].filter((name) => !before.has(name))
  // the package that the others depend on, even if no source imports it
  const core =
    added.some((name) => name.startsWith('@latchkey/')) && !after.has('@latchkey/core') ? ['@latchkey/core'] : []
  const removed = [...before].filter((name) => !after.has(name))
  return Object.entries({ install: [...core, ...added].sort(), uninstall: removed.sort() }).flatMap(
    ([command, names]) => (names.length > 0 ? [`npm ${command} ${names.join(' ')}`] : []),
  )
}

const usage: string = `Usage: latchkey-codemod <from> <paths…> [--dry]

  from     ${kits.join(', ')}
  paths    TypeScript and JavaScript files, or folders: all of the app at once
  --dry    print what would change, and change nothing
  --help   print this text

Where something is left to do, the changed files have a comment: TODO(latchkey). Guide: docs/migration.md`

export type Arguments =
  | { readonly kit: Kit; readonly paths: readonly string[]; readonly isDry: boolean }
  | { readonly problem: string }

/** Parses the command line. `problem` describes an invalid one. */
function parseArguments(args: readonly string[]): Arguments {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--dry')
  if (unknown) return { problem: `Unknown option: ${unknown}.` }
  const [kit, ...paths] = args.filter((arg) => arg !== '--dry')
  if (kit === undefined) return { problem: 'Specify the modal to migrate from.' }
  if (!isKit(kit)) return { problem: `Unknown modal: "${kit}". Use one of ${kits.join(', ')}.` }
  if (paths.length === 0) return { problem: 'Specify the files or folders to change.' }
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) return { problem: `No such file or folder: ${missing}.` }
  return { kit, paths, isDry: args.includes('--dry') }
}

const isSource = (name: string): boolean => /\.[cm]?[jt]sx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name)

/** Dependencies, build output and hidden folders. */
const isSkipped = (name: string): boolean => /^(node_modules|dist|build|out|coverage|\..+)$/.test(name)

/** Lists the source files at and below the given paths: sorted, without duplicates, without following symbolic links. */
function listSources(paths: readonly string[]): readonly string[] {
  const found = paths.flatMap((path) => (statSync(path).isDirectory() ? listFolder(path) : [path]))
  return [...new Set(found)].sort()
}

function listFolder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : listFolder(join(folder, entry.name))
    return entry.isFile() && isSource(entry.name) ? [join(folder, entry.name)] : []
  })
}
