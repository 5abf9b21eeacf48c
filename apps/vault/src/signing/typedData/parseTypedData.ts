import { isRecord } from '@latchkey/core'
import { parseAddress, parseHex } from '../evm/fields.js'
import { InvalidRequestError } from '../InvalidRequestError.js'

/** A field of a struct: its name, and a type in EIP-712 notation. */
export type TypedField = { readonly name: string; readonly type: string }

/** Structs by name, only those that are used. */
export type TypedStructs = { readonly [name: string]: readonly TypedField[] }

/** A canonical value: numbers as decimal strings, bytes as lower-case hex, addresses with checksum. */
export type TypedValue = string | boolean | readonly TypedValue[] | { readonly [name: string]: TypedValue }

/** Fully parsed typed data. [EIP-712] */
export type TypedData = {
  readonly types: TypedStructs
  readonly primaryType: string
  readonly domain: { readonly [name: string]: TypedValue }
  readonly message: { readonly [name: string]: TypedValue }
}

/** More than a person can read. */
const maxFields = 1_000

const maxDepth = 32

/** Max characters of a request. */
const maxLength = 1_048_576

/** The fields that a domain may have, in signing order. [EIP-712] */
const domainFields: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Parses the data of eth_signTypedData_v4, JSON or an object, completely: each type known, each value of its type. Throws
 * InvalidRequestError, also if the domain is for another network than `chainId`. [EIP-712]
 */
export function parseTypedData(given: unknown, chainId: string): TypedData {
  const { types, primaryType, domain, message } = parseJson(given)
  if (typeof primaryType !== 'string' || primaryType === 'EIP712Domain')
    throw new InvalidRequestError('Typed data has no primaryType, or nothing but a domain')
  if (!isRecord(domain)) throw new InvalidRequestError('Typed data has no domain')
  if (!isRecord(types)) throw new InvalidRequestError('Typed data has no types')

  const named = Object.hasOwn(types, 'EIP712Domain') ? types['EIP712Domain'] : toDomainType(domain)
  const structs = readStructs({ ...types, EIP712Domain: named }, [primaryType, 'EIP712Domain'])
  for (const { name, type } of structs['EIP712Domain'] ?? [])
    if (!domainFields.some((field) => field.name === name && field.type === type))
      throw new InvalidRequestError(`A domain has no ${name} of the type ${type}`)
  const signed = readValues(structs, 'EIP712Domain', domain)
  assertChain(domain['chainId'], chainId)
  return { types: structs, primaryType, domain: signed, message: readValues(structs, primaryType, message) }
}

function parseJson(given: unknown): Record<string, unknown> {
  if (isRecord(given)) return given
  if (typeof given !== 'string' || given.length > maxLength)
    throw new InvalidRequestError('Typed data is not JSON, or too long')
  try {
    const parsed: unknown = JSON.parse(given)
    if (isRecord(parsed)) return parsed
  } catch (cause) {
    throw new InvalidRequestError('Typed data is not JSON', { cause })
  }
  throw new InvalidRequestError('Typed data is not an object')
}

/** Libraries may omit the domain's type: then it consists of the fields that are present. */
function toDomainType(domain: Record<string, unknown>): readonly TypedField[] {
  const odd = Object.keys(domain).find((name) => !domainFields.some((field) => field.name === name))
  if (odd !== undefined) throw new InvalidRequestError(`A domain has no ${JSON.stringify(odd.slice(0, 40))}`)
  return domainFields.filter(({ name }) => domain[name] !== undefined && domain[name] !== null)
}

/** Compared even if the domain's type omits it. */
function assertChain(given: unknown, chainId: string): void {
  if (given === undefined || given === null) return
  const isNumber =
    typeof given === 'number' || (typeof given === 'string' && /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(given))
  if (!isNumber || !Number.isInteger(Number(given)) || BigInt(given) !== BigInt(chainId))
    throw new InvalidRequestError(`The domain is of another network than ${chainId}, the one in use`)
}

/** Whether a type is neither a struct nor an array. There are no aliases `uint` and `int`. [EIP-712] */
function isElementary(type: string): boolean {
  const [, name, digits] = /^(bool|string|address|bytes|u?int)([1-9]\d{0,2})?$/.exec(type) ?? []
  if (name === 'uint' || name === 'int') {
    const bits = Number(digits)
    return bits % 8 === 0 && bits <= 256
  }
  return name === 'bytes' ? digits === undefined || Number(digits) <= 32 : name !== undefined && digits === undefined
}

/** The canonical value of an elementary type, or null. */
function parseElementary(type: string, value: unknown): string | boolean | null {
  if (type === 'bool') return typeof value === 'boolean' ? value : null
  if (type === 'string') return typeof value === 'string' ? value : null
  if (type === 'address') return parseAddress(value)
  if (type.startsWith('bytes')) {
    const bytes = parseHex(value)
    const length = type === 'bytes' ? undefined : Number(type.slice('bytes'.length))
    return bytes !== null && (length === undefined || bytes.length === 2 + 2 * length) ? bytes : null
  }
  return parseInteger(type, value)
}

/** Integers come as numbers, decimal strings and hex. */
function parseInteger(type: string, value: unknown): string | null {
  const isText = typeof value === 'string' && value.length <= 80 && /^(-?\d+|0x[0-9a-f]+)$/i.test(value)
  const isCounted = typeof value === 'number' && Number.isSafeInteger(value)
  if (!isText && !isCounted) return null
  const number = BigInt(value)
  const isSigned = type.startsWith('int')
  const bits = BigInt(type.replace(/^u?int/, ''))
  const most = 2n ** (isSigned ? bits - 1n : bits) - 1n
  const least = isSigned ? -most - 1n : 0n
  return number >= least && number <= most ? number.toString() : null
}

const identifier = /^[a-zA-Z_$][\w$]{0,127}$/

/** No names of structs: elementary types, also of a size that doesn't exist. */
const reservedName = /^(?:bool|string|address|(?:u?int|bytes)\d*|__proto__)$/

const arrayType = /\[(\d{0,4})\]$/

/** The item type of an array, and its fixed length if any; null if it isn't an array. */
export function parseArrayType(type: string): { readonly item: string; readonly length: number | undefined } | null {
  const match = arrayType.exec(type)
  return match && { item: type.slice(0, match.index), length: match[1] ? Number(match[1]) : undefined }
}

/**
 * Collects the structs that are reachable from these. Throws InvalidRequestError if one is missing, repeats a field, contains itself, or
 * has a reserved name.
 */
function readStructs(given: unknown, from: readonly string[]): TypedStructs {
  if (!isRecord(given)) throw new InvalidRequestError('Typed data has no types')
  const structs: { [name: string]: readonly TypedField[] } = {}
  let count = 0

  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) throw new InvalidRequestError(`The type ${name} contains itself`)
    if (above.length >= maxDepth) throw new InvalidRequestError('The types are nested too deep')
    if (Object.hasOwn(structs, name)) return
    const fields = readFields(name, Object.hasOwn(given, name) ? given[name] : undefined)
    count += fields.length
    if (count > maxFields) throw new InvalidRequestError(`Typed data has more than ${maxFields} fields`)
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
  if (!identifier.test(name) || reservedName.test(name))
    throw new InvalidRequestError(`${JSON.stringify(name.slice(0, 100))} is not a valid type name`)
  if (!Array.isArray(given)) throw new InvalidRequestError(`The type ${name} is missing`)
  if (given.length > maxFields) throw new InvalidRequestError(`Typed data has more than ${maxFields} fields`)
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

type Struct = { readonly [name: string]: TypedValue }

/**
 * Canonicalizes the values of a struct. Undeclared fields are dropped, as they aren't signed. Throws InvalidRequestError for a missing or
 * mistyped value, and for more values than a person can read.
 */
function readValues(types: TypedStructs, primaryType: string, given: unknown): Struct {
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
    if (count > maxFields) throw new InvalidRequestError(`Typed data has more than ${maxFields} values`)
    if (depth > maxDepth) throw new InvalidRequestError('Typed data is nested too deep')
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
