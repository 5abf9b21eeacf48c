import ts from 'typescript'
import { createEdits } from './createEdits.js'
import { createImports } from './createImports.js'
import { mark } from './createSource.js'
import { removeStatement } from './hooks.js'
import { findReferences, listDeclared, walk } from './references.js'

/** Calls without side effects, which are removed with their unused results. */
const pureCalls: readonly string[] = [
  ...['clusterApiUrl', 'cookieToInitialState', 'createStorage', 'createThirdwebClient', 'createWallet', 'inAppWallet'],
  ...['darkTheme', 'lightTheme', 'midnightTheme', 'useMemo'],
]

/** Removes imports and constants that the changes leave unused. */
export function removeUnused(
  path: string,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const old = parse(path, before)
  const declared = listNames(old)
  // code that was unused before stays
  const wasUsed = (name: string): boolean => !declared.has(name) || findUses(old, name).length > 0
  let text = after
  // removed code may have been the only use of other code
  for (;;) {
    const next = removeOnce(path, text, wasUsed)
    if (next === text) return before.startsWith('\n') ? text : text.replace(/^\n+/, '')
    text = next
  }
}

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.TSX,
  )

/** The names that a file imports or declares. */
const listNames = (file: ts.SourceFile): ReadonlySet<string> =>
  new Set([...listDeclared(file), ...createImports(file, createEdits('')).all.map(({ local }) => local)])

/** References to a name, without its declarations. */
const findUses = (file: ts.SourceFile, name: string): readonly ts.Identifier[] =>
  findReferences(file, name).filter(
    ({ parent }) =>
      !((ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)) && parent.name.getText() === name),
  )

function removeOnce(path: string, text: string, wasUsed: (name: string) => boolean): string {
  const file = parse(path, text)
  const edits = createEdits(text)
  const imports = createImports(file, edits)
  const isUnused = (name: string): boolean => wasUsed(name) && findUses(file, name).length === 0
  const gone = imports.all.filter(({ local }) => isUnused(local))
  for (const imported of gone) imports.drop(imported)
  walk(file, (node) => {
    if (!ts.isVariableStatement(node) || node.modifiers || node.declarationList.declarations.length !== 1) return
    const [declaration] = node.declarationList.declarations
    if (!declaration?.initializer || !ts.isIdentifier(declaration.name)) return
    if (!isUnused(declaration.name.text) || !isPure(declaration.initializer)) return
    removeStatement({ file, edits }, node)
  })
  imports.finish()
  return gone.reduce((result, { name }) => removeNotes(result, name), edits.apply())
}

/** Removes the notes about an import that is gone. */
function removeNotes(text: string, name: string): string {
  const starts = [`// ${mark} ${name} `, `// ${mark} instead of ${name},`]
  const lines = text.split('\n')
  return lines.filter((line) => !starts.some((start) => line.startsWith(start))).join('\n')
}

function isPure(expression: ts.Expression): boolean {
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)) return isPure(expression.expression)
  if (ts.isCallExpression(expression)) return pureCalls.includes(expression.expression.getText())
  return !ts.isAwaitExpression(expression)
}
