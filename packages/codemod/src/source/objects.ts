import ts from 'typescript'
import type { Source } from './createSource.js'

/** The name of a property, if it is an identifier or a string literal. */
export function getPropertyName(property: ts.ObjectLiteralElementLike): string | undefined {
  const { name } = property
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined
}

/** The value of a property, including shorthand properties. */
export function getProperty(object: ts.ObjectLiteralExpression | undefined, name: string): ts.Expression | undefined {
  const property = object?.properties.find((item) => getPropertyName(item) === name)
  if (!property) return undefined
  if (ts.isShorthandPropertyAssignment(property)) return property.name
  return ts.isPropertyAssignment(property) ? property.initializer : undefined
}

/** The first argument of a call, if it is an object literal. */
export function getOptions(call: ts.CallExpression | ts.NewExpression): ts.ObjectLiteralExpression | undefined {
  const [first] = call.arguments ?? []
  return first && ts.isObjectLiteralExpression(first) ? first : undefined
}

/** Removes properties together with their commas and lines. Call it once per object. */
export function removeProperties(
  { file, edits }: Source,
  object: ts.ObjectLiteralExpression,
  isRemoved: (property: ts.ObjectLiteralElementLike) => boolean,
): void {
  const all = [...object.properties]
  const lastKept = all.findLastIndex((property) => !isRemoved(property))
  for (const [index, property] of all.entries()) {
    const next = all[index + 1]
    if (index < lastKept && next && isRemoved(property)) {
      edits.replace(property.getStart(file), next.getStart(file), '')
    }
  }
  const last = all.at(-1)
  if (!last || lastKept === all.length - 1) return
  const kept = all[lastKept]
  // keeps a trailing comma of the list
  if (kept) edits.replace(kept.getEnd(), last.getEnd(), '')
  else edits.replace(object.getStart(file), object.getEnd(), '{}')
}

/** Renames a property. A shorthand property keeps its value. */
export function renameProperty(source: Source, property: ts.ObjectLiteralElementLike, name: string): void {
  if (!property.name) return
  const text = ts.isShorthandPropertyAssignment(property) ? `${name}: ${property.name.text}` : name
  source.replace(property.name, text)
}

export function asObject(expression: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  return expression && ts.isObjectLiteralExpression(expression) ? expression : undefined
}

/** The names and values of an object's properties. */
export function listProperties(
  object: ts.ObjectLiteralExpression,
): readonly { name: string; value: ts.Expression | undefined }[] {
  return object.properties.map((property) => {
    const name = getPropertyName(property) ?? property.getText()
    return { name, value: getProperty(object, name) }
  })
}
