import { recoverPublicKey } from 'viem'
import { keccak256, parseAddress, toBytes, toHex } from '../encoding.js'

export type SignedHash = {
  /** With its checksum. */
  readonly address: `0x${string}`
  readonly hash: Uint8Array
  /** 0x and whole bytes. */
  readonly signature: `0x${string}`
}

/** Whether the key of an address has signed a hash. */
export async function isSignedByKey({ address, hash, signature }: SignedHash): Promise<boolean> {
  const parts = parseKeySignature(signature)
  if (!parts) return false
  try {
    const key = toBytes(await recoverPublicKey({ hash: toHex(hash), signature: parts }))
    // the first byte says that both coordinates follow
    return parseAddress(toHex(keccak256(key.subarray(1)).subarray(12))) === address
  } catch {
    return false // numbers that are no signature of any key
  }
}

export type KeySignature = { readonly r: `0x${string}`; readonly s: `0x${string}`; readonly yParity: 0 | 1 }

/** Half of the order of secp256k1. Of the two signatures that s and -s make, only the lower one counts (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * The signature of a key in 65 bytes, its last one 27 or 28, or 0 or 1 as some wallets write it, or in 64 bytes (EIP-2098).
 * Null for any other form and for a high s.
 */
export function parseKeySignature(signature: `0x${string}`): KeySignature | null {
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
