import { RpcError } from '@latchkey/core/plugin'

/** A quantity as JSON-RPC writes it. Throws `INVALID_PARAMS` for what is no number from zero up. */
export function toQuantity(name: string, value: bigint | number): string {
  const isQuantity = typeof value === 'bigint' ? value >= 0n : Number.isSafeInteger(value) && value >= 0
  if (!isQuantity) throw new RpcError(-32602, 'INVALID_PARAMS', { details: `${name} is ${value}.` })
  return `0x${value.toString(16)}`
}

/** Bytes as hex; a text as its UTF-8 bytes. */
export function toHex(message: string | Uint8Array): `0x${string}` {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The bytes behind 0x. */
export function toBytes(hex: `0x${string}`): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 - 1 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index + 2, 2 * index + 4), 16),
  )
}

/** Whether a value is 0x and whole bytes. */
export function isBytes(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)
}

/** A transaction's hash in lower case, or null for anything else. */
export function parseHash(value: unknown): `0x${string}` | null {
  return isBytes(value) && value.length === 66 ? (value.toLowerCase() as `0x${string}`) : null
}
