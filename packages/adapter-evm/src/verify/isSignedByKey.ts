import { recoverPublicKey } from 'viem'
import { parseAddress } from '../address.js'
import { toBytes, toHex } from '../features/hex.js'
import { keccak256 } from '../keccak256.js'
import { parseKeySignature } from './parseKeySignature.js'

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
