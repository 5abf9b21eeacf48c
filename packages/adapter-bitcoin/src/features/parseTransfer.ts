import type { AddressType } from '../address/addressType.js'
import { isOfNetwork } from '../address/networkIds.js'
import { type ParsedAddress, parseAddress } from '../address/parseAddress.js'
import { invalidParams } from '../invalidParams.js'
import type { BitcoinTransaction } from './types.js'

/** What nodes do not relay, as it costs more to spend than it is worth: sats by type of the receiver. */
const dust: { readonly [type in AddressType]: bigint } = {
  p2pkh: 546n,
  p2sh: 540n,
  p2wpkh: 294n,
  p2wsh: 330n,
  p2tr: 330n,
}

/** All there will ever be, in sats. */
const everything = 2_100_000_000_000_000n
/** Sats per virtual byte that nobody pays on purpose. */
const mostFeeRate = 5_000

export type Transfer = { readonly to: ParsedAddress; readonly sats: bigint; readonly feeRate: number | undefined }

/** A transfer whose receiver is of the network. Throws `INVALID_PARAMS` with the field that is wrong. */
export function parseTransfer({ to, sats, feeRate }: BitcoinTransaction, caipNetworkId: string): Transfer {
  const receiver = parseAddress(to)
  if (!receiver) throw invalidParams('to is no address.')
  if (!isOfNetwork(receiver.family, caipNetworkId)) throw invalidParams('to is an address of another network.')
  if (typeof sats !== 'bigint' || sats <= 0n || sats > everything) throw invalidParams('sats is no amount.')
  if (sats < dust[receiver.type])
    throw invalidParams(`sats is less than nodes relay to such an address: ${dust[receiver.type]}.`)
  if (feeRate !== undefined && !(feeRate >= 1 && feeRate <= mostFeeRate))
    throw invalidParams(`feeRate is not between 1 and ${mostFeeRate} sats per virtual byte.`)
  return { to: receiver, sats, feeRate }
}

export function isDust(type: AddressType, sats: bigint): boolean {
  return sats < dust[type]
}
