import { isRecord } from '@latchkey/core'
import { type AccessList, type Address, getAddress, isAddress } from 'viem'
import { InvalidRequestError } from '../InvalidRequestError.js'

/** Parses bytes: lower-case hex with 0x; null for anything else, including an odd number of digits. */
export function parseHex(value: unknown): `0x${string}` | null {
  return typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(value)
    ? `0x${value.slice(2).toLowerCase()}`
    : null
}

/**
 * Parses a JSON-RPC quantity: hex with 0x, leading zeros allowed, or a safe integer. Null for anything else: negative numbers, fractions,
 * decimal strings, and those above `max`.
 */
export function parseQuantity(value: unknown, max: bigint): bigint | null {
  const isCounted = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  const isHex = typeof value === 'string' && value.length <= 130 && /^0x[0-9a-f]+$/i.test(value)
  if (!isCounted && !isHex) return null
  const number = BigInt(value)
  return number <= max ? number : null
}

/** Parses an EVM address, and adds its checksum; null if it is malformed, or its own checksum is wrong. [EIP-55] */
export function parseAddress(value: unknown): Address | null {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) return null
  const digits = value.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return hasChecksum && !isAddress(value) ? null : getAddress(value.toLowerCase())
}

/** Max storage keys of a list. */
const maxStorageKeys = 1_000

/** Parses an access list, or returns null. It only changes the fee of a transaction. [EIP-2930] */
export function parseAccessList(value: unknown): AccessList | null {
  if (!Array.isArray(value) || value.length > maxStorageKeys) return null
  const list: AccessList[number][] = []
  let count = 0
  for (const entry of value as readonly unknown[]) {
    if (!isRecord(entry)) return null
    const address = parseAddress(entry['address'])
    const given: unknown = entry['storageKeys']
    if (address === null || !Array.isArray(given)) return null
    count += given.length
    if (count > maxStorageKeys) return null
    const storageKeys = given.map(parseHex)
    if (!storageKeys.every((key) => key !== null && key.length === 66)) return null
    list.push({ address, storageKeys: storageKeys.filter((key) => key !== null) })
  }
  return list
}

/** All known fields; an unknown one could change the meaning. */
const knownFields =
  /^(from|to|value|data|input|nonce|gas|gasLimit|gasPrice|maxFeePerGas|maxPriorityFeePerGas|chainId|type|accessList)$/

/** Fields of types 3 and 4: blobs and delegations. [EIP-4844] [EIP-7702] */
const refusedFields = /^(authorizationList|blobs|blobVersionedHashes|maxFeePerBlobGas|sidecars|kzg)$/

export type TransactionFields = { readonly [name: string]: unknown }

/** Reads the fields of a transaction that are set, with `gasLimit` as `gas`. Throws InvalidRequestError for any other. */
export function readTransactionFields(given: TransactionFields): TransactionFields {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  for (const [name] of entries) {
    if (refusedFields.test(name))
      throw new InvalidRequestError(`Transactions with ${name} are not signed by this wallet`, { code: 4200 })
    if (!knownFields.test(name))
      throw new InvalidRequestError(`A transaction has no field ${JSON.stringify(name.slice(0, 40))}`)
  }
  const { gasLimit, ...fields } = Object.fromEntries(entries)
  if (gasLimit === undefined) return fields
  if (fields['gas'] !== undefined && fields['gas'] !== gasLimit)
    throw new InvalidRequestError('gas and gasLimit differ')
  return { ...fields, gas: gasLimit }
}

/** Chain ids are numbers, in any notation: `0x01` is 1. */
export function parseTransactionChain(value: unknown): number | null {
  const number =
    typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : parseQuantity(value, 2n ** 64n - 1n)
  return number === null ? null : Number(number)
}
