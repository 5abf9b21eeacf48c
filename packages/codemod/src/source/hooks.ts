import ts from 'typescript'
import type { Source } from './createSource.js'
import { findReferences } from './references.js'

/** A call of a hook, and the pattern that destructures its result. */
export type HookCall = {
  readonly call: ts.CallExpression
  /** `const { … } = useX()`, if the call is written that way. */
  readonly statement: ts.VariableStatement | undefined
  readonly pattern: ts.ObjectBindingPattern | undefined
}

/** Finds the calls of an imported hook. */
export function findCalls({ file }: Source, local: string): readonly HookCall[] {
  return findReferences(file, local).flatMap((name) => {
    const call = name.parent
    if (!ts.isCallExpression(call) || call.expression !== name) return []
    const declaration = call.parent
    if (!ts.isVariableDeclaration(declaration)) return [{ call, statement: undefined, pattern: undefined }]
    const list = declaration.parent
    const isAlone = ts.isVariableDeclarationList(list) && list.declarations.length === 1
    const statement = isAlone && ts.isVariableStatement(list.parent) ? list.parent : undefined
    const pattern = ts.isObjectBindingPattern(declaration.name) ? declaration.name : undefined
    return [{ call, statement, pattern }]
  })
}

/** The fields destructured from a hook's result, each with its local name. */
export function getDestructured(pattern: ts.ObjectBindingPattern): readonly { field: string; local: string }[] {
  return pattern.elements.map(({ propertyName, name }) => ({
    field: (propertyName ?? name).getText(),
    local: name.getText(),
  }))
}

/** Renames destructured fields and keeps their local names: `{ walletProvider }` becomes `{ provider: walletProvider }`. */
export function renameFields(
  source: Source,
  pattern: ts.ObjectBindingPattern,
  fields: Readonly<Record<string, string>>,
): void {
  for (const element of pattern.elements) {
    const field = (element.propertyName ?? element.name).getText()
    const next = fields[field]
    if (next === undefined) continue
    if (element.propertyName) source.replace(element.propertyName, next)
    else source.edits.insert(element.name.getStart(source.file), `${next}: `)
  }
}

/** Replaces one statement by several, with the same indentation. */
export function replaceStatement(source: Source, statement: ts.Statement, lines: readonly string[]): void {
  const { file } = source
  const start = statement.getStart(file)
  const { character } = file.getLineAndCharacterOfPosition(start)
  const indent = file.text.slice(start - character, start)
  const end = statement.getText(file).endsWith(';') ? ';' : ''
  source.replace(statement, lines.map((line) => (line.endsWith('{') ? line : `${line}${end}`)).join(`\n${indent}`))
}

/** Removes a statement with its line, and the blank line after it if a blank line or nothing precedes it. */
export function removeStatement({ file, edits }: Pick<Source, 'file' | 'edits'>, statement: ts.Statement): void {
  const { text } = file
  const start = text.lastIndexOf('\n', statement.getStart(file)) + 1
  const end = statement.getEnd()
  const isAlone = text.charAt(end) === '\n'
  const isSpaced = isAlone && text.charAt(end + 1) === '\n' && /[\n{]/.test(text.charAt(start - 2))
  edits.replace(start, end + (isSpaced ? 2 : isAlone ? 1 : 0), '')
}
