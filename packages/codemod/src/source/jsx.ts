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

/** Replaces all attributes of an element. */
export function replaceAttributes({ file, edits }: Source, tag: Tag, attributes: readonly string[]): void {
  const { text } = file
  let end = tag.attributes.getEnd()
  while (/\s/.test(text.charAt(end))) end += 1
  const space = ts.isJsxSelfClosingElement(tag) ? ' ' : ''
  edits.replace(tag.tagName.getEnd(), end, `${attributes.map((attribute) => ` ${attribute}`).join('')}${space}`)
}

/** Removes an element and keeps its children. */
export function unwrapTag(source: Source, tag: Tag): void {
  const { file, edits } = source
  const parts = ts.isJsxSelfClosingElement(tag) ? [tag] : [tag, tag.parent.closingElement]
  for (const part of parts) {
    const line = file.text.lastIndexOf('\n', part.getStart(file)) + 1
    const isAlone = /^\s*$/.test(file.text.slice(line, part.getStart(file))) && file.text.charAt(part.getEnd()) === '\n'
    if (isAlone) edits.replace(line, part.getEnd() + 1, '')
    else edits.replace(part.getStart(file), part.getEnd(), '')
  }
}

/** The names and values of an element's attributes; a spread is named by its text. */
export function listAttributes(tag: Tag): readonly { name: string; value: ts.Expression | undefined }[] {
  return tag.attributes.properties.map((attribute) => {
    if (ts.isJsxSpreadAttribute(attribute)) return { name: attribute.getText(), value: undefined }
    // an attribute without a value is `true`
    return {
      name: attribute.name.getText(),
      value: attribute.initializer ? getValue(attribute) : ts.factory.createTrue(),
    }
  })
}
