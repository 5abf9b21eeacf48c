import ts from 'typescript'
import type { Imports } from './createImports.js'
import type { Source } from './createSource.js'

/** A value that can move to another file, where it prints itself and adds its imports. */
export type Portable = { readonly print: (imports: Imports) => string }

export const toPortable = (text: string): Portable => ({ print: () => text })

/** Removes parentheses, `as` and `satisfies`. */
function unwrap(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression)
    ? unwrap(expression.expression)
    : expression
}

/** Finds the declaration of a constant of the file, in any scope. */
function findConst({ file }: Source, name: string): ts.VariableDeclaration | undefined {
  let found: ts.VariableDeclaration | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name) found ??= node
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns the expression, or the value of the constant that it names. For `useMemo`, returns the memoized expression. */
export function resolve(source: Source, expression: ts.Expression): ts.Expression {
  const bare = unwrap(expression)
  const memo =
    ts.isCallExpression(bare) && /(^|\.)useMemo$/.test(bare.expression.getText()) ? bare.arguments[0] : undefined
  if (memo && ts.isArrowFunction(memo) && !ts.isBlock(memo.body)) return resolve(source, memo.body)
  if (!ts.isIdentifier(bare)) return bare
  const value = findConst(source, bare.text)?.initializer
  return value ? resolve(source, value) : bare
}

/** The elements of a list, or of the constant that it names; undefined if they are only known at run time. */
export function resolveList(source: Source, expression: ts.Expression): readonly ts.Expression[] | undefined {
  const list = resolve(source, expression)
  if (!ts.isArrayLiteralExpression(list) || list.elements.some(ts.isSpreadElement)) return undefined
  return list.elements
}

type Import = { readonly name: string; readonly module: string }

/** Returns the import that replaces a name of the other kit. */
export type ToImport = (imported: Import) => Import

const keep: ToImport = (imported) => imported

/**
 * Reads a value that is known before the app runs: a literal, an import of a package, or a constant, list or object of these.
 * Undefined for any other.
 */
export function readValue(source: Source, expression: ts.Expression, toImport: ToImport = keep): Portable | undefined {
  const value = resolve(source, expression)
  const text = toLiteral(source, value)
  if (text !== undefined) return toPortable(text)
  if (ts.isIdentifier(value)) {
    const imported = source.imports.byLocal(value.text)
    if (!imported || imported.module.startsWith('.') || imported.name === '*') return undefined
    const { name, module } = toImport(imported)
    return { print: (imports) => imports.use(name, module) }
  }
  if (ts.isPropertyAccessExpression(value)) {
    const object = readValue(source, value.expression, toImport)
    return object && { print: (imports) => `${object.print(imports)}.${value.name.text}` }
  }
  if (ts.isArrayLiteralExpression(value)) {
    const items = value.elements.map((element) => readValue(source, element, toImport))
    if (!items.every((item) => item !== undefined)) return undefined
    return { print: (imports) => `[${items.map((item) => item.print(imports)).join(', ')}]` }
  }
  return undefined
}

/** The text of a string that is known before the app runs. */
export function readString(source: Source, expression: ts.Expression | undefined): string | undefined {
  const value = expression && resolve(source, expression)
  return value && ts.isStringLiteralLike(value) ? value.text : undefined
}

/** The text of a literal; a string of an attribute gets the quotes of code. */
function toLiteral({ file }: Source, node: ts.Expression): string | undefined {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return 'true'
  if (node.kind === ts.SyntaxKind.FalseKeyword) return 'false'
  if (ts.isStringLiteral(node) && ts.isJsxAttribute(node.parent)) return `'${node.text.replaceAll("'", "\\'")}'`
  return ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) ? node.getText(file) : undefined
}
