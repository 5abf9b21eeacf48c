import { keccak256 } from '../keccak256.js'

/** What is signed of a text: its UTF-8 bytes behind the words that make it no transaction (EIP-191, `personal_sign`). */
export function hashMessage(message: string): Uint8Array {
  const bytes = new TextEncoder().encode(message)
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`)
  const whole = new Uint8Array(prefix.length + bytes.length)
  whole.set(prefix)
  whole.set(bytes, prefix.length)
  return keccak256(whole)
}
