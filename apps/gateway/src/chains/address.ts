import { parseAddress as parseBitcoinAddress, toFamily } from '@latchkey/adapter-bitcoin/internal'
import { type CaipNetworkId, parseCaipAddress } from '@latchkey/core'
import { isAddress } from 'viem'
import { GatewayError } from '../errors.js'
import type { ServedChain } from './chainBook.js'

type AddressNamespace = 'eip155' | 'solana' | 'bip122'

/** Detects the namespace of an address. Throws 400 `INVALID_ADDRESS`, also for a wrong checksum. */
export function parseAddress(address: string): AddressNamespace {
  if (/^0x/i.test(address)) {
    if (isAddress(address)) return 'eip155'
  } else if (parseBitcoinAddress(address)) return 'bip122'
  else if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) && decodeBase58(address).length === 32) return 'solana'
  throw new GatewayError('Invalid address.', { status: 400, code: 'INVALID_ADDRESS' })
}

/** Whether a valid address can belong to a chain: on Bitcoin, it says on which networks. */
export function isOfChain(address: string, { caipNetworkId, namespace }: ServedChain): boolean {
  if (parseAddress(address) !== namespace) return false
  const network = namespace === 'bip122' ? toFamily(caipNetworkId) : undefined
  const family = parseBitcoinAddress(address)?.family
  return network === undefined || family === network || (family === 'legacyTest' && network !== 'main')
}

type EvmAccount = {
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
  /** CAIP-10 with a lowercase address: as it is stored and signed. */
  readonly account: string
}

/** Parses an EVM account (CAIP-10). Throws 400 for anything else. */
export function parseAccount(text: string): EvmAccount {
  const parts = parseCaipAddress(text)
  if (parts?.namespace !== 'eip155' || !/^\d{1,20}$/.test(parts.reference) || !/^0x[0-9a-f]{40}$/i.test(parts.address))
    throw new GatewayError('address: is not an EVM account (CAIP-10)', { status: 400, code: 'BAD_REQUEST' })
  const address = parts.address.toLowerCase()
  const caipNetworkId: CaipNetworkId = `eip155:${parts.reference}`
  return { caipNetworkId, address, account: `${caipNetworkId}:${address}` }
}

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes base58. The text has to be valid. */
function decodeBase58(text: string): Uint8Array {
  let rest = 0n
  for (const letter of text) rest = rest * 58n + BigInt(base58Alphabet.indexOf(letter))
  const hex = rest === 0n ? '' : rest.toString(16)
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...new Uint8Array(zeros), ...Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}
