import { type Address, getAddress, isAddress } from 'viem'

/** An EVM address with its checksum; null for what is none, and for one whose own checksum is wrong. [EIP-55] */
export function parseAddress(value: unknown): Address | null {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) return null
  const digits = value.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return hasChecksum && !isAddress(value) ? null : getAddress(value.toLowerCase())
}
