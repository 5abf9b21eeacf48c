import { isAddress } from 'viem'
import { GatewayFault } from '../http/GatewayFault.js'
import { decodeBase58 } from './decodeBase58.js'

export type AddressFamily = 'eip155' | 'solana' | 'bip122'

/** The chain family of an address, by its form. Throws 400 `INVALID_ADDRESS`: also for hex in mixed case whose checksum is wrong. */
export function parseAddress(address: string): AddressFamily {
  if (/^0x/i.test(address)) {
    if (isAddress(address)) return 'eip155'
  } else if (/^(bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}$/.test(address)) return 'bip122'
  else if (/^[1-9A-HJ-NP-Za-km-z]{25,44}$/.test(address)) {
    const { length } = decodeBase58(address)
    if (length === 32) return 'solana'
    if (length === 25) return 'bip122'
  }
  throw new GatewayFault('That is no address.', { status: 400, code: 'INVALID_ADDRESS' })
}
