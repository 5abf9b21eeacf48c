import { recoverAddress } from 'viem'
import { toHex } from '../features/hex.js'
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
    return (await recoverAddress({ hash: toHex(hash), signature: parts })) === address
  } catch {
    return false // numbers that are no signature of any key
  }
}
