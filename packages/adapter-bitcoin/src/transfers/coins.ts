import type { AddressType, ParsedAddress } from '../address.js'
import type { Utxo } from '../rpc/read.js'

export type Selection = { readonly coins: readonly Utxo[]; readonly change: bigint }

export type SelectionRequest = {
  readonly utxos: readonly Utxo[]
  readonly sats: bigint
  /** The fee with that many inputs, in sats, with and without an output for the change. */
  readonly toFee: (inputs: number, hasChange: boolean) => bigint
  /** Change that is not worth an output of its own goes to the fee. */
  readonly isDust: (change: bigint) => boolean
}

/** Coins that pay the amount and the fee, those in blocks first and the largest of them; null where there is too little. */
export function selectCoins({ utxos, sats, toFee, isDust }: SelectionRequest): Selection | null {
  const sorted = utxos.toSorted(
    (a, b) => Number(b.isConfirmed) - Number(a.isConfirmed) || (a.sats < b.sats ? 1 : a.sats > b.sats ? -1 : 0),
  )
  let sum = 0n
  for (const [index, { sats: value }] of sorted.entries()) {
    sum += value
    const coins = sorted.slice(0, index + 1)
    const change = sum - sats - toFee(coins.length, true)
    if (change >= 0n && !isDust(change)) return { coins, change }
    if (sum >= sats + toFee(coins.length, false)) return { coins, change: 0n }
  }
  return null
}

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
