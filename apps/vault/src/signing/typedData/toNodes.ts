import type { TypedDataNode } from '../../protocol/summary.js'
import { parseArrayType } from './readStructs.js'
import type { TypedStructs, TypedValue } from './typedData.js'

/** Values with their names and types, in the order in which they are signed. */
export function toNodes(types: TypedStructs, struct: string, value: TypedValue): readonly TypedDataNode[] {
  return (types[struct] ?? []).map(({ name, type }) => toNode(types, name, type, toField(value, name)))
}

function toNode(types: TypedStructs, name: string, type: string, value: TypedValue): TypedDataNode {
  const array = parseArrayType(type)
  if (array && Array.isArray(value)) {
    const items = value as readonly TypedValue[]
    return { name, type, children: items.map((item, index) => toNode(types, `${index}`, array.item, item)) }
  }
  return typeof value === 'object'
    ? { name, type, children: toNodes(types, type, value) }
    : { name, type, value: String(value) }
}

function toField(value: TypedValue, name: string): TypedValue {
  return typeof value === 'object' && !Array.isArray(value)
    ? ((value as { readonly [name: string]: TypedValue })[name] ?? '')
    : ''
}
