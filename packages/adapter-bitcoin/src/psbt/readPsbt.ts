import { Psbt, Transaction } from 'bitcoinjs-lib'
import { isSameBytes } from '../address/bytes.js'

export type SpentOutput = { readonly script: Uint8Array; readonly value: bigint }

export type ReadPsbt = {
  readonly psbt: Psbt
  /** Without signatures. */
  readonly transaction: Transaction
  /** What each input spends; undefined where the PSBT does not say. */
  readonly outputs: readonly (SpentOutput | undefined)[]
}

/** A PSBT (BIP-174) with what its inputs spend; null for bytes that are none, or that contradict themselves. */
export function readPsbt(bytes: Uint8Array): ReadPsbt | null {
  try {
    const psbt = Psbt.fromBuffer(Uint8Array.from(bytes))
    const transaction = Transaction.fromBuffer(toUnsigned(psbt))
    if (transaction.ins.length === 0) return null
    return { psbt, transaction, outputs: transaction.ins.map((_, index) => toOutput(psbt, transaction, index)) }
  } catch {
    return null // the parser throws for what is none
  }
}

/** The bytes of the transaction that is signed. */
export function toUnsigned(psbt: Psbt): Uint8Array {
  return psbt.data.getTransaction()
}

function toOutput({ data }: Psbt, { ins }: Transaction, index: number): SpentOutput | undefined {
  const { witnessUtxo, nonWitnessUtxo } = data.inputs[index] ?? {}
  const spent = ins[index]
  if (!nonWitnessUtxo || !spent) return witnessUtxo
  const previous = Transaction.fromBuffer(nonWitnessUtxo)
  const output = previous.outs[spent.index]
  // a transaction that is another one would lie about the amount, and so about the fee
  if (!output || !isSameBytes(previous.getHash(), spent.hash)) throw new TypeError(`Input ${index} spends another one.`)
  const { script, value } = output
  if (witnessUtxo && !(isSameBytes(witnessUtxo.script, script) && witnessUtxo.value === value))
    throw new TypeError(`Input ${index} has two amounts.`)
  return { script, value }
}
