import { base64, hex } from '@scure/base'

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

export function toHex(bytes: Uint8Array): string {
  return hex.encode(bytes)
}

export function toBase64(bytes: Uint8Array): string {
  return base64.encode(bytes)
}

/** More than any signature or PSBT that a wallet shows to a person. */
const most = 4_000_000

/**
 * Every reading of what a wallet may have meant with a text: hex or base64, as they like. Short texts may be both; who
 * asks can tell by what is in them.
 */
export function toReadings(value: unknown): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return [Uint8Array.from(value)]
  if (typeof value !== 'string' || value === '' || value.length > most) return []
  const text = value.startsWith('0x') ? value.slice(2) : value
  return [() => hex.decode(text.toLowerCase()), () => base64.decode(value)].flatMap((decode) => {
    try {
      return [decode()]
    } catch {
      return [] // the other one, then
    }
  })
}
