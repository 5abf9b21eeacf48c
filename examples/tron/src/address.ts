import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)

/** The first byte of each address of the main and test networks. */
const prefix = 0x41

/** Writes the 20 bytes of an account as an address: `T` and 33 more characters of Base58Check. */
export function toAddress(account: Uint8Array): string {
  return base58check.encode(Uint8Array.of(prefix, ...account))
}

/** The 20 bytes of an address as hex with 0x, which the JSON-RPC of nodes takes. Throws if it isn't a TRON address. */
export function toHexAddress(address: string): `0x${string}` {
  const bytes = base58check.decode(address)
  if (bytes.length !== 21 || bytes[0] !== prefix) throw new Error(`${address} is not a TRON address.`)
  return `0x${bytesToHex(bytes.subarray(1))}`
}
