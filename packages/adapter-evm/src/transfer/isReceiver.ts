import { parseAddress } from '../address.js'

/**
 * Whether one can send to a text: an address with 0x, and with its checksum (EIP-55) where it has letters of both cases. Nobody
 * has the key of the zero address.
 */
export function isReceiver(text: string): boolean {
  const address = text.startsWith('0x') ? parseAddress(text) : null
  if (!address || /^0x0+$/.test(address)) return false
  const digits = text.slice(2)
  return text === address || digits === digits.toLowerCase() || digits === digits.toUpperCase()
}
