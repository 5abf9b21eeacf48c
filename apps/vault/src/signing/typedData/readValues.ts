import { isRecord } from '@latchkey/core'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { isElementary, parseElementary } from './parseElementary.js'
import { parseArrayType } from './readStructs.js'
import { deepest, mostFields, type TypedStructs, type TypedValue } from './typedData.js'

type Struct = { readonly [name: string]: TypedValue }

/**
 * Values of a struct in their one form. What no type names is left out, as it is not signed. Throws InvalidRequestError for
 * a value that is missing or none of its type, and for more values than a person can look through.
 */
export function readValues(types: TypedStructs, primaryType: string, given: unknown): Struct {
  let count = 0

  const readStruct = (type: string, value: unknown, path: string, depth: number): Struct => {
    if (!isRecord(value)) throw new InvalidRequestError(`${path} is not of the type ${type}`)
    const entries = (types[type] ?? []).map(({ name, type: inner }) => {
      const field = Object.hasOwn(value, name) ? value[name] : undefined
      return [name, read(inner, field, `${path}.${name}`, depth + 1)] as const
    })
    return Object.fromEntries(entries)
  }

  const read = (type: string, value: unknown, path: string, depth: number): TypedValue => {
    count++
    if (count > mostFields) throw new InvalidRequestError(`Typed data has more than ${mostFields} values`)
    if (depth > deepest) throw new InvalidRequestError('Typed data is nested too deep')
    const array = parseArrayType(type)
    if (array) {
      const isArray = Array.isArray(value) && (array.length === undefined || value.length === array.length)
      if (!isArray) throw new InvalidRequestError(`${path} is not of the type ${type}`)
      return value.map((item: unknown, index) => read(array.item, item, `${path}[${index}]`, depth + 1))
    }
    if (!isElementary(type)) return readStruct(type, value, path, depth)
    const parsed = parseElementary(type, value)
    if (parsed === null) throw new InvalidRequestError(`${path} is not of the type ${type}`)
    return parsed
  }

  return readStruct(primaryType, given, primaryType, 0)
}
