import { toAddress, toFamily } from '@latchkey/adapter-bitcoin/internal'
import { hex } from '@scure/base'
import type { Transaction } from 'bitcoinjs-lib'
import type { BitcoinInput, BitcoinOutput, BitcoinTransactionSummary, SummaryWarning } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest } from '../signingRequest.js'
import { type CheckedPsbt, type SpentOutput, toTxid } from './sign.js'

/** Summarizes a transaction for the user. Throws InvalidRequestError if it spends more than it has. */
export function toBitcoinSummary(checked: CheckedPsbt, request: MethodRequest): BitcoinTransactionSummary {
  const { method, chain, account: payment } = request
  const { inputs: signed, isOffer } = checked
  const account = signed[0]?.account.address ?? payment
  const base = { kind: 'bitcoinTransaction', method, chain, account } as const
  return { ...base, ...(isOffer ? describeOffer(checked, chain) : describeWhole(checked, chain)) }
}

type Description = Omit<BitcoinTransactionSummary, 'kind' | 'method' | 'chain' | 'account'>

function describeWhole(checked: CheckedPsbt, chain: string): Description {
  const { transaction, spent } = checked
  const inputs = transaction.ins.map((_, index) => toInput(checked, chain, index))
  const outputs = transaction.outs.map((_, index) => toOutput(checked, chain, index))
  const fee = sum(inputs) - sum(outputs)
  if (fee < 0n) throw new InvalidRequestError('The outputs are more than the inputs')
  const own = sum(inputs.filter(({ purpose }) => purpose !== null))
  const back = sum(outputs.filter(({ purpose }) => purpose !== null))
  const given = own > back ? own - back : 0n
  const size = BigInt(toVirtualSize(transaction, spent))
  const feeRate = (fee + size - 1n) / size
  const warnings: readonly (SummaryWarning | false)[] = [
    isHighFee({ fee, feeRate, given, payments: outputs }) && 'highFee',
    ...findOrdinalWarnings(inputs, outputs),
    ...findOutputWarnings(outputs),
    inputs.some(({ purpose }) => purpose === null) && 'othersSpend',
  ]
  return {
    inputs,
    outputs,
    isOffer: false,
    spent: given.toString(),
    fee: fee.toString(),
    feeRate: feeRate.toString(),
    warnings: warnings.filter((warning) => warning !== false),
  }
}

/** Each signed input with its own output: nothing else is certain. */
function describeOffer(checked: CheckedPsbt, chain: string): Description {
  const { inputs: signed } = checked
  const inputs = signed.map(({ index }) => toInput(checked, chain, index))
  const outputs = signed.map(({ index }) => toOutput(checked, chain, index))
  const ordinals = inputs.some(({ purpose }) => purpose === 'ordinal')
  return {
    inputs,
    outputs,
    isOffer: true,
    spent: sum(inputs).toString(),
    fee: null,
    feeRate: null,
    warnings: ['openOffer', ...(ordinals ? (['movesOrdinals'] as const) : []), ...findOutputWarnings(outputs)],
  }
}

function toInput({ transaction, spent, inputs }: CheckedPsbt, chain: string, index: number): BitcoinInput {
  const { script = new Uint8Array(), value = 0n, account } = spent[index] ?? {}
  return {
    outpoint: `${toTxid(transaction, index)}:${transaction.ins[index]?.index}`,
    amount: value.toString(),
    address: toText(script, chain),
    purpose: account?.purpose ?? null,
    isSigned: inputs.some((one) => one.index === index),
  }
}

const opReturn = 0x6a

function toOutput({ transaction, accounts }: CheckedPsbt, chain: string, index: number): BitcoinOutput {
  const { script = new Uint8Array(), value = 0n } = transaction.outs[index] ?? {}
  const text = hex.encode(script)
  return {
    amount: value.toString(),
    address: toText(script, chain),
    script: text,
    purpose: accounts.find((own) => hex.encode(own.script) === text)?.purpose ?? null,
    isData: script[0] === opReturn,
  }
}

function toText(script: Uint8Array, chain: string): string | null {
  const family = toFamily(chain)
  return family === undefined ? null : toAddress(script, family)
}

function sum(entries: readonly { readonly amount: string }[]): bigint {
  return entries.reduce((total, { amount }) => total + BigInt(amount), 0n)
}

/** Sats per virtual byte that hardly any block has required. */
const highRate = 500n

type Fee = {
  readonly fee: bigint
  readonly feeRate: bigint
  /** Amount that leaves the user's accounts, fee included. */
  readonly given: bigint
  readonly payments: readonly BitcoinOutput[]
}

/** Above a tenth of the moved amount, or far above the usual rate. */
function isHighFee({ fee, feeRate, given, payments }: Fee): boolean {
  const sent = given > fee ? given - fee : sum(payments)
  return feeRate > highRate || fee * 10n > sent
}

/** Sats keep their order: the first that are spent are the first that are paid, and the last are the fee. */
function findOrdinalWarnings(
  inputs: readonly BitcoinInput[],
  outputs: readonly BitcoinOutput[],
): readonly SummaryWarning[] {
  const warnings = new Set<SummaryWarning>()
  let start = 0n
  for (const { amount, purpose } of inputs) {
    const end = start + BigInt(amount)
    if (purpose === 'ordinal') {
      let from = 0n
      for (const output of outputs) {
        const to = from + BigInt(output.amount)
        if (from < end && to > start && output.purpose !== 'ordinal') warnings.add('movesOrdinals')
        from = to
      }
      if (end > from) warnings.add('ordinalsAsFee')
    }
    start = end
  }
  return [...warnings]
}

function findOutputWarnings(outputs: readonly BitcoinOutput[]): readonly SummaryWarning[] {
  return [
    ...(outputs.some(({ isData, amount }) => isData && amount !== '0') ? (['burn'] as const) : []),
    ...(outputs.some(({ isData, address }) => !isData && address === null) ? (['unknownScript'] as const) : []),
  ]
}

/** Weight of a signed input beyond its empty form, at most, by the length and first bytes of the script that it spends. [BIP-141] */
function toInputWeight(output: SpentOutput | undefined): number {
  const [first, second] = output?.script ?? []
  if (first === 0x00 && second === 0x14) return 108
  if (first === 0x51 && second === 0x20) return 66
  // a key's hash, a SegWit script inside of a script, and others about as for two of three keys
  if (first === 0x76) return 428
  return first === 0xa9 ? 200 : 254
}

function toVirtualSize(transaction: Transaction, spent: CheckedPsbt['spent']): number {
  const weight = spent.reduce((total, output) => total + toInputWeight(output), transaction.weight() + 2)
  return Math.ceil(weight / 4)
}
