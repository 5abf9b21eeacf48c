import type { AddressType } from '../address/addressType.js'
import type { ParsedAddress } from '../address/parseAddress.js'

/** Virtual bytes of a signed input, at most. */
const inputSizes: { readonly [type in AddressType]: number } = {
  p2pkh: 148,
  p2sh: 91,
  p2wpkh: 68.25,
  p2tr: 58,
  p2wsh: 105,
}
/** Version, lock time, counts, and the marker of witnesses. */
const frameSize = 11

export type FeeRequest = {
  readonly from: ParsedAddress
  readonly to: ParsedAddress
  /** Sats per virtual byte. */
  readonly feeRate: number
}

/** What a transfer with that many inputs costs, in sats. */
export function toFee({ from, to, feeRate }: FeeRequest, inputs: number, hasChange: boolean): bigint {
  const outputs = outputSize(to) + (hasChange ? outputSize(from) : 0)
  return BigInt(Math.ceil((frameSize + inputs * inputSizes[from.type] + outputs) * feeRate))
}

function outputSize({ script }: ParsedAddress): number {
  return 9 + script.length
}
