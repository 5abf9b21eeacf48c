import { recoverPublicKey } from 'viem'
import { keccak256, parseAddress, toBytes, toHex } from '../encoding.js'

export type SignedHash = {
  /** With its EIP-55 checksum. */
  readonly address: `0x${string}`
  readonly hash: Uint8Array
  /** Hex of whole bytes, with 0x. */
  readonly signature: `0x${string}`
}

/** Whether the key of an address signed a hash. */
export async function isSignedByKey({ address, hash, signature }: SignedHash): Promise<boolean> {
  const parts = parseKeySignature(signature)
  if (!parts) return false
  try {
    const key = toBytes(await recoverPublicKey({ hash: toHex(hash), signature: parts }))
    // without the first byte, the marker of an uncompressed key
    return parseAddress(toHex(keccak256(key.subarray(1)).subarray(12))) === address
  } catch {
    return false // not a signature of any key
  }
}

export type KeySignature = { readonly r: `0x${string}`; readonly s: `0x${string}`; readonly yParity: 0 | 1 }

/** Half of the order of secp256k1. Of the signatures with s and -s, only the lower one is valid (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Parses a signature of 65 bytes, the last one 27 or 28, or 0 or 1 as some wallets encode it, or of 64 bytes (EIP-2098). Null
 * for other forms and for a high s.
 */
function parseKeySignature(signature: `0x${string}`): KeySignature | null {
  const [r, tail] = [signature.slice(2, 66), signature.slice(66, 130)]
  if (signature.length === 2 + 2 * 64) {
    const word = BigInt(`0x${tail}`)
    return toSignature(r, BigInt.asUintN(255, word), Number(word >> 255n))
  }
  const v = signature.length === 2 + 2 * 65 ? Number(`0x${signature.slice(130)}`) : Number.NaN
  return toSignature(r, BigInt(`0x${tail || '0'}`), v >= 27 ? v - 27 : v)
}

function toSignature(r: string, s: bigint, yParity: number): KeySignature | null {
  if ((yParity !== 0 && yParity !== 1) || s > halfOrder) return null
  return { r: `0x${r}`, s: `0x${s.toString(16).padStart(64, '0')}`, yParity }
}
