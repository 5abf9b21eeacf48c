import { base32crockford } from '@scure/base'
import { toBase64url } from './base64url.js'

/** 128 bits. */
const size = 16

/** Encodes a secret for paper: 28 letters and digits in groups of four, including a checksum. */
export function toPrintedCode(secret: Uint8Array): string {
  if (secret.length !== size) throw new RangeError(`A printed code has ${size} bytes, not ${secret.length}`)
  const text = base32crockford.encode(Uint8Array.from([...secret, toCheck(secret)]))
  return text.replace(/.{4}(?=.)/g, '$&-')
}

/** Parses a code typed from paper: spaces, dashes and case don't matter, and O counts as 0, I and L as 1. Null if it is invalid. */
export function parsePrintedCode(text: string): Uint8Array | null {
  const letters = text.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]{28}$/.test(letters)) return null
  try {
    const bytes = base32crockford.decode(letters)
    const secret = bytes.slice(0, size)
    return bytes.length === size + 1 && bytes[size] === toCheck(secret) ? secret : null
  } catch {
    return null // unused bits are set
  }
}

/** CRC-8: always detects one misread letter, and misses two in 1 of 256 cases. */
function toCheck(bytes: Uint8Array): number {
  let check = 0
  for (const byte of bytes) {
    check ^= byte
    for (let bit = 0; bit < 8; bit++) check = check & 0x80 ? ((check << 1) ^ 0x07) & 0xff : check << 1
  }
  return check
}

/** Derives the unlock key of a printed code: 32 bytes, base64url. Throws if the code is invalid. */
export async function toFactorValue(printed: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', readPrintedCode(printed))))
}

/** Parses a code that a user has typed. Throws an error for people if it is invalid. */
export function readPrintedCode(printed: string): Uint8Array<ArrayBuffer> {
  const secret = parsePrintedCode(printed)
  if (!secret) throw new Error('This code is not valid. Check it for letters that look alike.')
  return Uint8Array.from(secret)
}
