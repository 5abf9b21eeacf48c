import { isAddress } from '@latchkey/core/plugin'
import { keccak256 } from './keccak256.js'

/** An address with its checksum (EIP-55), whatever its case and prefix were; null for anything else. */
export function parseAddress(value: unknown): `0x${string}` | null {
  if (!isAddress('eip155', value)) return null
  const digits = value.slice(-40).toLowerCase()
  const hash = keccak256(digits)
  // a letter is a capital where its half byte of the hash is 8 or more
  const isCapital = (index: number): boolean => ((hash[index >> 1] ?? 0) >> (index % 2 ? 0 : 4)) % 16 > 7
  return `0x${Array.from(digits, (digit, index) => (isCapital(index) ? digit.toUpperCase() : digit)).join('')}`
}
