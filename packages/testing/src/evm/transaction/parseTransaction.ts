import { type AccessList, type Address, type Hex, isAddress, isHex } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'

/** A parsed transaction request. */
export type TransactionRequest = {
  readonly from: Address | undefined
  readonly to: Address | undefined
  readonly data: Hex | undefined
  readonly value: bigint
  readonly chainId: number | undefined
  readonly nonce: number | undefined
  readonly gas: bigint | undefined
  readonly gasPrice: bigint | undefined
  readonly maxFeePerGas: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
  readonly accessList: AccessList | undefined
}

/** Parses a JSON-RPC transaction object. Throws -32602 with the invalid field. Blob and delegation types are refused. */
export function parseTransaction(fields: Readonly<Record<string, unknown>>): TransactionRequest {
  for (const name of ['authorizationList', 'blobs', 'blobVersionedHashes']) {
    if (fields[name] !== undefined) throw wrong(name, 'is not allowed')
  }
  const chainId = quantity(fields, 'chainId')
  const nonce = quantity(fields, 'nonce')
  return {
    from: address(fields, 'from'),
    to: address(fields, 'to'),
    data: bytes(fields, 'data') ?? bytes(fields, 'input'),
    value: quantity(fields, 'value') ?? 0n,
    chainId: chainId === undefined ? undefined : Number(chainId),
    nonce: nonce === undefined ? undefined : Number(nonce),
    gas: quantity(fields, 'gas') ?? quantity(fields, 'gasLimit'),
    gasPrice: quantity(fields, 'gasPrice'),
    maxFeePerGas: quantity(fields, 'maxFeePerGas'),
    maxPriorityFeePerGas: quantity(fields, 'maxPriorityFeePerGas'),
    accessList: accessList(fields['accessList'] ?? undefined),
  }
}

type Fields = Readonly<Record<string, unknown>>

function address(fields: Fields, name: string): Address | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !isAddress(value)) throw wrong(name, 'is no address')
  return value
}

function bytes(fields: Fields, name: string): Hex | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined) return undefined
  if (!isHex(value) || value.length % 2 !== 0) throw wrong(name, 'is no hexadecimal string of whole bytes')
  return value
}

/** Up to 256 bits. Accepts leading zeros, which JSON-RPC forbids but are common. */
function quantity(fields: Fields, name: string): bigint | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined) return undefined
  const isQuantity = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
  if (!isQuantity) throw wrong(name, 'is no hexadecimal number of 256 bits')
  return BigInt(value)
}

function accessList(list: unknown): AccessList | undefined {
  if (list === undefined) return undefined
  const isEntry = (entry: unknown): boolean => {
    const { address: owner, storageKeys } = (entry ?? {}) as Fields
    return typeof owner === 'string' && isAddress(owner) && Array.isArray(storageKeys) && storageKeys.every(isKey)
  }
  if (!Array.isArray(list) || !list.every(isEntry)) throw wrong('accessList', 'is no list of addresses and keys')
  return list as AccessList
}

function isKey(key: unknown): boolean {
  return isHex(key) && key.length === 66
}

function wrong(field: string, what: string): Error {
  return createRpcError(-32_602, `Invalid transaction: ${field} ${what}.`)
}
