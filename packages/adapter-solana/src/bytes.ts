/** A copy of foreign bytes, from whichever window they are; null for anything else and for more than `most`. */
export function copyBytes(value: unknown, most = 1_048_576): Uint8Array | null {
  try {
    if (!ArrayBuffer.isView(value) || value.byteLength > most) return null
    const { buffer, byteOffset, byteLength } = value
    return new Uint8Array(buffer, byteOffset, byteLength).slice()
  } catch {
    return null // a buffer that was given away
  }
}

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** Lower-case hex without a prefix. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
