import type { Account, CaipNetworkId, Transaction } from '@latchkey/core'
import { InvalidWalletReplyError, isAddress, RpcError } from '@latchkey/core/plugin'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EvmTransaction } from './features/types.js'

/** An address with its EIP-55 checksum, in whatever case it was given; null for anything else. */
export function parseAddress(value: unknown): `0x${string}` | null {
  if (!isAddress('eip155', value)) return null
  const digits = value.slice(-40).toLowerCase()
  const hash = keccak256(digits)
  // a letter is a capital where its half byte of the hash is 8 or more
  const isCapital = (index: number): boolean => ((hash[index >> 1] ?? 0) >> (index % 2 ? 0 : 4)) % 16 > 7
  return `0x${Array.from(digits, (digit, index) => (isCapital(index) ? digit.toUpperCase() : digit)).join('')}`
}

/**
 * A recipient's address with its EIP-55 checksum. Null for anything else: also without 0x, and with letters of both cases that
 * are not that checksum, as they show a typing error.
 */
export function parseRecipient(value: unknown): `0x${string}` | null {
  if (!isBytes(value)) return null
  const address = parseAddress(value)
  const digits = value.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return hasChecksum && value !== address ? null : address
}

/** The Keccak-256 hash of bytes, or of a string's UTF-8 bytes. From @noble/hashes, which viem uses too. */
export function keccak256(value: string | Uint8Array): Uint8Array {
  return keccak_256(value)
}

/** An `INVALID_PARAMS` error; `details` names the field and the problem. */
export function invalidParams(details: string): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details })
}

/** A quantity as JSON-RPC encodes it. Throws `INVALID_PARAMS` for anything but a non-negative integer. */
export function toQuantity(name: string, value: bigint | number): string {
  const isQuantity = typeof value === 'bigint' ? value >= 0n : Number.isSafeInteger(value) && value >= 0
  if (!isQuantity) throw invalidParams(`${name} is ${value}.`)
  return `0x${value.toString(16)}`
}

/** Bytes, or a string's UTF-8 bytes, as hex. */
export function toHex(message: string | Uint8Array): `0x${string}` {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The bytes of a hex string. */
export function toBytes(hex: `0x${string}`): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 - 1 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index + 2, 2 * index + 4), 16),
  )
}

/** Whether a value is a hex string of whole bytes, with 0x. */
export function isBytes(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)
}

/** Whether hex has any bytes. */
export function hasBytes(hex: string | undefined): boolean {
  return hex !== undefined && hex.length > 2
}

/** A transaction hash in lower case; null for anything else. */
export function parseHash(value: unknown): `0x${string}` | null {
  return isBytes(value) && value.length === 66 ? (value.toLowerCase() as `0x${string}`) : null
}

/** Reads a quantity from a node's reply to `method`. Throws `INTERNAL_ERROR` for anything else. */
export function toBigInt(method: string, reply: unknown): bigint {
  if (typeof reply === 'string' && /^0x[\da-f]{1,64}$/i.test(reply)) return BigInt(reply)
  throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method}: ${describeValue(reply)}` })
}

/** A chain id as wallets report it: `'0x1'`, `'1'` or `1`. Null for anything else. */
export function parseChainId(value: unknown): number | null {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^(0x[\da-f]+|\d+)$/i.test(value))
  const id = isNumber ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The CAIP-2 id of a reply to `eth_chainId`. Throws `INVALID_WALLET_REPLY`. */
export function toCaipNetworkId(reply: unknown): CaipNetworkId {
  const id = parseChainId(reply)
  if (id === null) throw new InvalidWalletReplyError({ details: `eth_chainId: ${describeValue(reply)}` })
  return `eip155:${id}`
}

/** An untrusted value as short text for error details. */
export function describeValue(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? typeof value).slice(0, 100)
  } catch {
    return typeof value // circular, or a getter that throws
  }
}

const quantities = ['value', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce'] as const

/**
 * The transaction as JSON-RPC encodes it. Throws `INVALID_PARAMS` with the invalid field. Other adapters extend the type
 * `Transaction`; features of this adapter get EVM transactions only.
 */
export function toRpcTransaction(account: Account, given: Transaction): Readonly<Record<string, string>> {
  const transaction = given as EvmTransaction
  const { to, data } = transaction
  const address = to === undefined ? undefined : parseRecipient(to)
  if (address === null) throw invalidParams('to is not an address with a valid checksum.')
  if (data !== undefined && !isBytes(data)) throw invalidParams('data is not a hex string of whole bytes.')
  // would create an empty contract, which keeps the value for good
  if (!address && !hasBytes(data)) throw invalidParams('There is neither to nor data.')
  const amounts = quantities.flatMap((name) => {
    const value = transaction[name]
    return value === undefined ? [] : [[name, toQuantity(name, value)] as const]
  })
  return {
    from: account.address,
    ...(address && { to: address }),
    ...(data && { data }),
    ...Object.fromEntries(amounts),
  }
}
