import { hex } from '@scure/base'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import { parseAddress } from '../src/address.js'
import { toBase64 } from '../src/encoding.js'

export type TestCoin = {
  readonly address: string
  readonly sats?: bigint
  /** Default: the id of a made-up transaction. */
  readonly txid?: string
  readonly index?: number
}

/** A PSBT that spends coins and pays all but 1000 sats to an address. */
export function createPsbt(coins: readonly TestCoin[], to: string): Psbt {
  const psbt = new Psbt()
  let sum = 0n
  coins.forEach(({ address, sats = 100_000n, txid, index = 0 }, order) => {
    const parsed = parseAddress(address)
    if (!parsed) throw new Error('No address.')
    sum += sats
    const { script, type } = parsed
    // the amount of a p2pkh output is only in its transaction
    const previous = createFunding(script, sats, order)
    const proof = type === 'p2pkh' ? { nonWitnessUtxo: previous.toBuffer() } : { witnessUtxo: { script, value: sats } }
    psbt.addInput({ hash: txid ?? previous.getId(), index, ...proof })
  })
  const receiver = parseAddress(to)
  if (!receiver) throw new Error('No address.')
  psbt.addOutput({ script: receiver.script, value: sum - 1_000n })
  return psbt
}

function createFunding(script: Uint8Array, sats: bigint, order = 0): Transaction {
  const transaction = new Transaction()
  transaction.addInput(hex.decode('ab'.repeat(32)), order)
  transaction.addOutput(script, sats)
  return transaction
}

export function toText(psbt: Psbt): string {
  return toBase64(psbt.toBuffer())
}
