import { createHmac, timingSafeEqual } from 'node:crypto'

type Part = string | number | boolean | null | Uint8Array

/** HMAC-SHA-256 of parts, which are kept apart. */
export function toMac(key: Uint8Array, parts: readonly Part[]): Buffer {
  const texts = parts.map((part) => (part instanceof Uint8Array ? { hex: Buffer.from(part).toString('hex') } : part))
  return createHmac('sha256', key).update(JSON.stringify(texts)).digest()
}

/** Compares in a time that says nothing. */
export function isSameMac(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && one.byteLength === other.byteLength && timingSafeEqual(one, other)
}
