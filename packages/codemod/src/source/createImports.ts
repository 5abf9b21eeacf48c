import ts from 'typescript'
import type { Edits } from './createEdits.js'
import { findReferences } from './findReferences.js'
import type { Imported } from './imported.js'
import { listDeclared } from './listDeclared.js'
import { printImports, type Wanted } from './printImports.js'

export type Imports = {
  /** What comes from modules of these names, or below them. */
  readonly from: (...modules: readonly string[]) => readonly Imported[]
  /** What is asked for by its name and module, or by the name that it has here. */
  readonly byLocal: (local: string) => Imported | undefined
  readonly drop: (imported: Imported) => void
  /** Imports something, and gives the name that it has here. */
  readonly use: (name: string, module: string, options?: { readonly isType?: boolean }) => string
  /** Imports something else in its place, under the name that it has or another, everywhere. */
  readonly swap: (imported: Imported, name: string, module: string) => string
  /** Imports a module for what it does, such as a stylesheet. */
  readonly addWhole: (module: string) => void
  /** The same in the place of another one. */
  readonly swapWhole: (module: string, other: string) => void
  readonly finish: () => void
}

/** The imports of a file, and what becomes of them. */
export function createImports(file: ts.SourceFile, edits: Edits): Imports {
  const declarations = file.statements.filter(ts.isImportDeclaration)
  const all = declarations.flatMap(readImport)
  const dropped = new Set<Imported>()
  const touched = new Set<ts.ImportDeclaration>()
  const wanted: Wanted[] = []
  const whole = new Set<string>()
  const swapped = new Set<string>()
  const declared = listDeclared(file)

  const isTaken = (name: string): boolean =>
    declared.has(name) ||
    wanted.some(({ local }) => local === name) ||
    all.some((item) => item.local === name && !dropped.has(item))

  const imports: Imports = {
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
      const known = wanted.find(isSame) ?? all.find((item) => isSame(item) && !dropped.has(item))
      if (known) return known.local
      const local = isTaken(name) ? toAlias(name) : name
      wanted.push({ name, module, local, isType })
      return local
    },
    swap(imported, name, module) {
      imports.drop(imported)
      const local = imports.use(name, module, { isType: imported.isType })
      if (local === imported.local) return local
      for (const node of findReferences(file, imported.local)) {
        const text = ts.isShorthandPropertyAssignment(node.parent) ? `${imported.local}: ${local}` : local
        edits.replace(node.getStart(file), node.getEnd(), text)
      }
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
    ...{ local, name: exported, module, isType: isAllTypes || isType, node, declaration },
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

/** Beside one of another library `useAccount` is `useLatchkeyAccount`, and `ConnectButton` is `LatchkeyConnectButton`. */
function toAlias(name: string): string {
  if (/^use[A-Z]/.test(name)) return `useLatchkey${name.slice(3)}`
  const isCapital = /^[A-Z]/.test(name)
  return `${isCapital ? 'Latchkey' : 'latchkey'}${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
