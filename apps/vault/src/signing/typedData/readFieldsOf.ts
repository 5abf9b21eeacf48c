import type { TypedValue } from './typedData.js'

/** Fields of a struct by name, whatever type they have. */
export type TypedFields = {
  /** A value, as text. */
  text(name: string): string | undefined
  /** A struct, or the structs of an array. */
  structs(name: string): readonly TypedFields[]
}

export function readFieldsOf(value: TypedValue): TypedFields {
  const fields = isStruct(value) ? value : {}
  return {
    text(name) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return field === undefined || typeof field === 'object' ? undefined : String(field)
    },
    structs(name) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      const items: readonly TypedValue[] = Array.isArray(field) ? field : field === undefined ? [] : [field]
      return items.filter(isStruct).map(readFieldsOf)
    },
  }
}

function isStruct(value: TypedValue): value is { readonly [name: string]: TypedValue } {
  return typeof value === 'object' && !Array.isArray(value)
}
