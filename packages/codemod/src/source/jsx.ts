import ts from 'typescript'
import type { Source } from './createSource.js'

export type Tag = ts.JsxOpeningElement | ts.JsxSelfClosingElement

export function isTag(node: ts.Node): node is Tag {
  return ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)
}

/** The name of an element: `A` for `<A>`, `A.B` for `<A.B>`. */
export function getTagName({ tagName }: Tag): string {
  return tagName.getText()
}

export function getAttributes(tag: Tag): readonly ts.JsxAttribute[] {
  return tag.attributes.properties.filter(ts.isJsxAttribute)
}

export function getAttribute(tag: Tag, name: string): ts.JsxAttribute | undefined {
  return getAttributes(tag).find((attribute) => attribute.name.getText() === name)
}

/** The value of an attribute: the expression in `name={…}`, or the string in `name="…"`. */
export function getValue(attribute: ts.JsxAttribute | undefined): ts.Expression | undefined {
  const value = attribute?.initializer
  if (!value) return undefined
  if (ts.isStringLiteral(value)) return value
  return ts.isJsxExpression(value) ? value.expression : undefined
}

/** Removes an attribute and the space before it. */
export function removeAttribute({ edits }: Source, attribute: ts.JsxAttribute): void {
  edits.replace(attribute.getFullStart(), attribute.getEnd(), '')
}

/** Renames an element in its opening and closing tag. */
export function renameTag(source: Source, tag: Tag, name: string): void {
  source.replace(tag.tagName, name)
  if (ts.isJsxOpeningElement(tag)) source.replace(tag.parent.closingElement.tagName, name)
}
