import { isRecord } from '@latchkey/core'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { isElementary } from './parseElementary.js'
import { deepest, mostFields, type TypedField, type TypedStructs } from './typedData.js'

const identifier = /^[a-zA-Z_$][\w$]{0,127}$/
const array = /\[(\d{0,4})\]$/

/** The type of an array's items, and how many there have to be; null for what is no array. */
export function parseArrayType(type: string): { readonly item: string; readonly length: number | undefined } | null {
  const match = array.exec(type)
  return match && { item: type.slice(0, match.index), length: match[1] ? Number(match[1]) : undefined }
}

/**
 * The structs that are reached from these, and no others. Throws InvalidRequestError where one is missing, says a field twice,
 * contains itself, or has a name of another meaning.
 */
export function readStructs(given: unknown, from: readonly string[]): TypedStructs {
  if (!isRecord(given)) throw new InvalidRequestError('Typed data has no types')
  const structs: { [name: string]: readonly TypedField[] } = {}
  let count = 0

  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) throw new InvalidRequestError(`The type ${name} contains itself`)
    if (above.length >= deepest) throw new InvalidRequestError('The types are nested too deep')
    if (Object.hasOwn(structs, name)) return
    const fields = readFields(name, Object.hasOwn(given, name) ? given[name] : undefined)
    count += fields.length
    if (count > mostFields) throw new InvalidRequestError(`Typed data has more than ${mostFields} fields`)
    for (const { type } of fields) {
      const base = toBaseType(type)
      if (!isElementary(base)) visit(base, [...above, name])
    }
    structs[name] = fields
  }
  for (const name of from) visit(name, [])
  return Object.fromEntries(Object.entries(structs).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function readFields(name: string, given: unknown): readonly TypedField[] {
  if (!identifier.test(name) || isElementary(name) || name === '__proto__')
    throw new InvalidRequestError(`${JSON.stringify(name.slice(0, 100))} is no name of a type`)
  if (!Array.isArray(given)) throw new InvalidRequestError(`The type ${name} is missing`)
  if (given.length > mostFields) throw new InvalidRequestError(`Typed data has more than ${mostFields} fields`)
  const fields = given.map((field: unknown): TypedField => {
    const { name: label, type } = isRecord(field) ? field : {}
    const isSound =
      typeof label === 'string' &&
      identifier.test(label) &&
      label !== '__proto__' &&
      typeof type === 'string' &&
      type.length <= 200
    if (!isSound) throw new InvalidRequestError(`The type ${name} has a field without a proper name and type`)
    return { name: label, type }
  })
  if (new Set(fields.map((field) => field.name)).size !== fields.length)
    throw new InvalidRequestError(`The type ${name} has two fields of one name`)
  return fields
}

function toBaseType(type: string): string {
  let base = type
  for (let inner = parseArrayType(base); inner; inner = parseArrayType(base)) base = inner.item
  return base
}
