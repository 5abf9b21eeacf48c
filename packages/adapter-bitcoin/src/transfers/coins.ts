import type { AddressType, ParsedAddress } from '../address.js'
import type { Utxo } from '../rpc/read.js'

export type Selection = { readonly coins: readonly Utxo[]; readonly change: bigint }

export type SelectionRequest = {
  readonly utxos: readonly Utxo[]
  readonly sats: bigint
  /** The fee in sats for a number of inputs, with or without a change output. */
  readonly toFee: (inputs: number, hasChange: boolean) => bigint
  /** Whether coins that may be inscriptions are left alone. */
  readonly keepsInscriptions: boolean
  /** Whether the change is too small for an output, and goes to the fee. */
  readonly isDust: (change: bigint) => boolean
}

/** The sats of a coin that may be an inscription (Ordinals): at most the amount that wallets put into a new one. */
const maxInscription = 10_000n

/** Whether an address that pays may also receive inscriptions: wallets with a single address have them at a Taproot one. */
export function mayHaveInscriptions({ type }: ParsedAddress): boolean {
  return type === 'p2tr'
}

type SpendableRequest = Pick<SelectionRequest, 'utxos' | 'toFee' | 'keepsInscriptions'>

/** The coins that are worth more than it costs to spend them, and are not kept. */
export function toSpendable({ utxos, toFee, keepsInscriptions }: SpendableRequest): readonly Utxo[] {
  const cost = toFee(1, false) - toFee(0, false)
  return utxos.filter(({ sats }) => sats > cost && !(keepsInscriptions && sats <= maxInscription))
}

export function toSum(coins: readonly Utxo[]): bigint {
  return coins.reduce((sum, { sats }) => sum + sats, 0n)
}

/** Selects spendable coins for the amount and the fee, confirmed and large ones first; null for insufficient funds. */
export function selectCoins({ sats, toFee, isDust, ...request }: SelectionRequest): Selection | null {
  const sorted = toSpendable({ ...request, toFee }).toSorted(
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

/** The maximum virtual bytes of a signed input. */
const inputSizes: { readonly [type in AddressType]: number } = {
  p2pkh: 148,
  p2sh: 91,
  p2wpkh: 68.25,
  p2tr: 58,
  p2wsh: 105,
}

/** Virtual bytes of the version, the lock time, the counts and the SegWit marker. */
const frameSize = 11

export type FeeRequest = {
  readonly from: ParsedAddress
  readonly to: ParsedAddress
  /** Sats per virtual byte. */
  readonly feeRate: number
}

/** The fee of a transfer with a number of inputs, in sats. */
export function toFee({ from, to, feeRate }: FeeRequest, inputs: number, hasChange: boolean): bigint {
  const outputs = outputSize(to) + (hasChange ? outputSize(from) : 0)
  return BigInt(Math.ceil((frameSize + inputs * inputSizes[from.type] + outputs) * feeRate))
}

function outputSize({ script }: ParsedAddress): number {
  return 9 + script.length
}
