import ts from 'typescript'
import type { Edits } from './createEdits.js'
import { findReferences, listDeclared } from './references.js'

/** One imported name. */
export type Imported = {
  readonly local: string
  /** The exported name; `default`, or `*` for a namespace import. */
  readonly name: string
  readonly module: string
  readonly isType: boolean
  readonly node: ts.Node
  readonly declaration: ts.ImportDeclaration
}

export type Imports = {
  readonly all: readonly Imported[]
  /** Imports from these modules or their subpaths. */
  readonly from: (...modules: readonly string[]) => readonly Imported[]
  /** The import with this local name. */
  readonly byLocal: (local: string) => Imported | undefined
  readonly drop: (imported: Imported) => void
  /** Adds an import if it is missing, and returns its local name. */
  readonly use: (name: string, module: string, options?: { readonly isType?: boolean }) => string
  /** Replaces an import by another one, renames its references if needed, and returns the new local name. */
  readonly swap: (imported: Imported, name: string, module: string) => string
  /** Adds a side-effect import, such as a stylesheet. */
  readonly addWhole: (module: string) => void
  /** Replaces a side-effect import by another one. */
  readonly swapWhole: (module: string, other: string) => void
  readonly finish: () => void
}

/** Reads the imports of a file and collects the changes to them. `finish` writes the changes. */
export function createImports(file: ts.SourceFile, edits: Edits): Imports {
  const declarations = file.statements.filter(ts.isImportDeclaration)
  const all = declarations.flatMap(readImport)
  const dropped = new Set<Imported>()
  const touched = new Set<ts.ImportDeclaration>()
  const wanted: AddedImport[] = []
  const whole = new Set<string>()
  const swapped = new Set<string>()
  const declared = listDeclared(file)

  const isTaken = (name: string): boolean =>
    declared.has(name) ||
    wanted.some(({ local }) => local === name) ||
    all.some((item) => item.local === name && !dropped.has(item))

  const imports: Imports = {
    all,
    from: (...modules) =>
      all.filter(({ module }) => modules.some((name) => module === name || module.startsWith(`${name}/`))),
    byLocal: (local) => all.find((item) => item.local === local && !dropped.has(item)),
    drop(imported) {
      dropped.add(imported)
      touched.add(imported.declaration)
    },
    use(name, module, { isType = false } = {}) {
      const isSame = (item: { readonly name: string; readonly module: string }): boolean =>
        item.name === name && item.module === module
      const added = wanted.find(isSame)
      if (added) return added.local
      const known = all.find((item) => isSame(item) && !dropped.has(item))
      if (known && (isType || !known.isType)) return known.local
      // an import of the type alone has no value
      if (known) imports.drop(known)
      const local = known?.local ?? (isTaken(name) ? toAlias(name) : name)
      wanted.push({ name, module, local, isType })
      return local
    },
    swap(imported, name, module) {
      imports.drop(imported)
      const local = imports.use(name, module, { isType: imported.isType })
      if (local === imported.local) return local
      for (const node of findReferences(file, imported.local))
        edits.replace(node.getStart(file), node.getEnd(), toRenamed(node, local))
      return local
    },
    addWhole(module) {
      if (!swapped.has(module) && !declarations.some((declaration) => isWhole(declaration, module))) whole.add(module)
    },
    swapWhole(module, other) {
      for (const declaration of declarations) {
        if (!isWhole(declaration, module)) continue
        const { moduleSpecifier } = declaration
        edits.replace(moduleSpecifier.getStart(file) + 1, moduleSpecifier.getEnd() - 1, other)
        swapped.add(other)
        whole.delete(other)
      }
    },
    finish: () => printImports({ file, edits, declarations, all, dropped, touched, wanted, whole }),
  }
  return imports
}

/** A reference with another name. What it names, a property or an export, keeps its name. */
function toRenamed({ text, parent }: ts.Identifier, local: string): string {
  if (ts.isShorthandPropertyAssignment(parent)) return `${text}: ${local}`
  return ts.isExportSpecifier(parent) && !parent.propertyName ? `${local} as ${text}` : local
}

/** `import 'module'` */
function isWhole({ importClause, moduleSpecifier }: ts.ImportDeclaration, module: string): boolean {
  return !importClause && ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === module
}

function readImport(declaration: ts.ImportDeclaration): readonly Imported[] {
  const { importClause, moduleSpecifier } = declaration
  if (!importClause || !ts.isStringLiteral(moduleSpecifier)) return []
  const module = moduleSpecifier.text
  const { name, namedBindings } = importClause
  const isAllTypes = importClause.phaseModifier === ts.SyntaxKind.TypeKeyword
  const toImported = (node: ts.Node, local: string, exported: string, isType: boolean): Imported => ({
    local,
    name: exported,
    module,
    isType: isAllTypes || isType,
    node,
    declaration,
  })
  const first = name ? [toImported(name, name.text, 'default', false)] : []
  if (!namedBindings) return first
  if (ts.isNamespaceImport(namedBindings)) {
    return [...first, toImported(namedBindings, namedBindings.name.text, '*', false)]
  }
  const named = namedBindings.elements.map((node) =>
    toImported(node, node.name.text, (node.propertyName ?? node.name).text, node.isTypeOnly),
  )
  return [...first, ...named]
}

/** An alias where the name is taken: `useAccount` becomes `useLatchkeyAccount`, and `ConnectButton` `LatchkeyConnectButton`. */
function toAlias(name: string): string {
  if (/^use[A-Z]/.test(name)) return `useLatchkey${name.slice(3)}`
  const isCapital = /^[A-Z]/.test(name)
  return `${isCapital ? 'Latchkey' : 'latchkey'}${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

export type AddedImport = {
  readonly name: string
  readonly module: string
  readonly local: string
  readonly isType: boolean
}

export type PrintOptions = {
  readonly file: ts.SourceFile
  readonly edits: Edits
  readonly declarations: readonly ts.ImportDeclaration[]
  readonly all: readonly Imported[]
  readonly dropped: ReadonlySet<Imported>
  /** Declarations that lose at least one name. */
  readonly touched: ReadonlySet<ts.ImportDeclaration>
  readonly wanted: readonly AddedImport[]
  /** Modules imported for their side effects. */
  readonly whole: ReadonlySet<string>
}

/** Prints the remaining imports, and the new ones in place of the first dropped one, in the file's own quote style. */
function printImports(options: PrintOptions): void {
  const { file, edits, declarations, all, dropped, touched, wanted, whole } = options
  const sample = declarations[0]?.getText(file) ?? "import ''"
  const quote = sample.includes('"') ? '"' : "'"
  const end = sample.endsWith(';') ? ';' : ''
  const quoted = (module: string): string => `${quote}${module}${quote}${end}`

  // a declaration of the app that stays takes names of its module
  const joined = new Map(
    wanted.map((item) => [item, declarations.find((declaration) => isOpenFor(declaration, { item, touched, file }))]),
  )
  for (const [item, declaration] of joined) {
    const bindings = declaration?.importClause?.namedBindings
    const last = bindings && ts.isNamedImports(bindings) ? bindings.elements.at(-1) : undefined
    if (last) edits.insert(last.getEnd(), `, ${toSpecifier(item, false)}`)
  }
  // and so does the first declaration that loses some of them
  const rests = [...touched].map((declaration) => ({
    declaration,
    rest: all.filter((item) => item.declaration === declaration && !dropped.has(item)),
  }))
  const refilled = new Map(
    wanted
      .filter((item) => !joined.get(item))
      .map((item) => [
        item,
        rests.find(({ rest }) => rest.some((kept) => kept.module === item.module && canJoin(kept, file)))?.declaration,
      ]),
  )
  const alone = wanted.filter((item) => !joined.get(item) && !refilled.get(item))
  const modules = [...new Set(alone.map(({ module }) => module))].sort()
  const named = modules.map((module) => {
    const items = alone.filter((item) => item.module === module)
    const isAllTypes = items.every(({ isType }) => isType)
    const names = items.map((item) => toSpecifier(item, isAllTypes)).sort(compare)
    return `import ${isAllTypes ? 'type ' : ''}{ ${names.join(', ')} } from ${quoted(module)}`
  })

  const added = [...[...whole].map((module) => `import ${quoted(module)}`), ...named]
  const [first] = declarations.filter((declaration) => touched.has(declaration))
  for (const { declaration, rest } of rests) {
    const more = wanted.filter((item) => refilled.get(item) === declaration).map((item) => toSpecifier(item, false))
    // the remaining names come first, as a comment above is about them
    const lines = rest.length > 0 ? [printRest(rest, { file, quoted, more })] : []
    if (declaration === first) lines.push(...added)
    const from = declaration.getStart(file)
    const to = declaration.getEnd()
    // nothing is left, so remove the line too
    const isLineEnd = lines.length === 0 && file.text.charAt(to) === '\n'
    edits.replace(from, isLineEnd ? to + 1 : to, lines.join('\n'))
  }
  if (first || added.length === 0) return
  const [head] = declarations
  // below the first, which may have a comment above
  if (head) edits.insert(head.getEnd(), `\n${added.join('\n')}`)
  else edits.insert(0, `${added.join('\n')}\n`)
}

/** Whether a declaration with this name can take others: `import type` and `import *` can't. */
const canJoin = ({ name, declaration }: Imported, file: ts.SourceFile): boolean =>
  name !== '*' && !/^import\s+type\b/.test(declaration.getText(file))

/** Whether an import can take another name of its module. */
function isOpenFor(
  declaration: ts.ImportDeclaration,
  { item, touched, file }: Pick<PrintOptions, 'touched' | 'file'> & { readonly item: AddedImport },
): boolean {
  const { importClause, moduleSpecifier } = declaration
  const bindings = importClause?.namedBindings
  if (touched.has(declaration) || !bindings || !ts.isNamedImports(bindings) || bindings.elements.length === 0)
    return false
  return (
    moduleSpecifier.getText(file).slice(1, -1) === item.module && !/^import\s+type\b/.test(declaration.getText(file))
  )
}

function printRest(
  rest: readonly Imported[],
  {
    file,
    quoted,
    more,
  }: { readonly file: ts.SourceFile; readonly quoted: (module: string) => string; readonly more: readonly string[] },
): string {
  const [{ declaration, module }] = rest as [Imported]
  const isAllTypes = /^import\s+type\b/.test(declaration.getText(file))
  const whole = rest.filter(({ name }) => name === 'default' || name === '*').map(({ node }) => node.getText(file))
  const kept = rest.filter(({ name }) => name !== 'default' && name !== '*').map(({ node }) => node.getText(file))
  const named = [...kept, ...more]
  const parts = [...whole, ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : [])]
  return `import ${isAllTypes ? 'type ' : ''}${parts.join(', ')} from ${quoted(module)}`
}

function toSpecifier({ name, local, isType }: AddedImport, isAllTypes: boolean): string {
  return `${isType && !isAllTypes ? 'type ' : ''}${name === local ? name : `${name} as ${local}`}`
}

/** Case-insensitive, as formatters sort. */
const compare = (a: string, b: string): number => a.toLowerCase().localeCompare(b.toLowerCase(), 'en')
