import { keccak_256 } from '@noble/hashes/sha3.js'

/**
 * The hash of Ethereum, over bytes or the UTF-8 bytes of a text. Straight from where viem has it: through viem it
 * costs twice as much, and 30 kB in apps that esbuild splits.
 */
export function keccak256(value: string | Uint8Array): Uint8Array {
  return keccak_256(value)
}
