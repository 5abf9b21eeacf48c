import { ed25519 } from '@noble/curves/ed25519.js'
import { parseBase58 } from '../base58.js'

/** Whether the account of an address has signed these bytes (Ed25519, RFC 8032, as strictly as Solana's nodes). */
export function isSignatureOf(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = parseBase58(address, 32)
  if (!key || signature.length !== 64) return false
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false // not a point of the curve
  }
}
