import { isRecord } from '@latchkey/core'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { readStructs } from './readStructs.js'
import { readValues } from './readValues.js'
import type { TypedData, TypedField } from './typedData.js'

/** Characters of the longest request. */
const longest = 1_048_576

/** What a domain may have, in the order in which it is signed. [EIP-712] */
const domainFields: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Reads the data of eth_signTypedData_v4, JSON text or an object, and leaves nothing open: each type known, each value of its
 * type. Throws InvalidRequestError, also where the domain is of another network than `chainId`. [EIP-712]
 */
export function parseTypedData(given: unknown, chainId: string): TypedData {
  const { types, primaryType, domain, message } = open(given)
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

function open(given: unknown): Record<string, unknown> {
  if (isRecord(given)) return given
  if (typeof given !== 'string' || given.length > longest)
    throw new InvalidRequestError('Typed data is no JSON, or too long')
  try {
    const parsed: unknown = JSON.parse(given)
    if (isRecord(parsed)) return parsed
  } catch (cause) {
    throw new InvalidRequestError('Typed data is no JSON', { cause })
  }
  throw new InvalidRequestError('Typed data is no object')
}

/** Libraries leave the type of the domain to whoever signs: then it is of the fields that are there. */
function toDomainType(domain: Record<string, unknown>): readonly TypedField[] {
  const odd = Object.keys(domain).find((name) => !domainFields.some((field) => field.name === name))
  if (odd !== undefined) throw new InvalidRequestError(`A domain has no ${JSON.stringify(odd.slice(0, 40))}`)
  return domainFields.filter(({ name }) => domain[name] !== undefined && domain[name] !== null)
}

/** Compared even where the type of the domain leaves it out. */
function assertChain(given: unknown, chainId: string): void {
  if (given === undefined || given === null) return
  const isNumber =
    typeof given === 'number' || (typeof given === 'string' && /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(given))
  if (!isNumber || !Number.isInteger(Number(given)) || BigInt(given) !== BigInt(chainId))
    throw new InvalidRequestError(`The domain is of another network than ${chainId}, the one in use`)
}
