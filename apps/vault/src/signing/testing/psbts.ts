import { Psbt, Transaction } from 'bitcoinjs-lib'
import { type BitcoinAccount, listBitcoinAccounts } from '../bitcoin/accounts.js'
import { accounts } from './requests.js'

export const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

const [first, second] = listBitcoinAccounts(accounts.bip122, regtest)
if (!first || !second) throw new Error('No accounts.')
export const payment: BitcoinAccount = first
export const ordinal: BitcoinAccount = second

export const stranger: Uint8Array = Uint8Array.of(0x00, 0x14, ...new Uint8Array(20).fill(7))

export type Coin = {
  readonly script: Uint8Array
  readonly sats?: bigint
  /** Omits the previous transaction, which proves the amount. */
  readonly isUnproven?: boolean
  /** The amount that the PSBT states instead of the real one, in sats. */
  readonly lie?: bigint
  readonly sighashType?: number
}
export type Output = { readonly script: Uint8Array; readonly sats: bigint }

/** A transaction whose first output is the coin. */
export function createFunding({ script, sats = 100_000n }: Coin, order: number): Transaction {
  const transaction = new Transaction()
  transaction.addInput(new Uint8Array(32).fill(0xab), order)
  transaction.addOutput(script, sats)
  return transaction
}

export function createPsbt(coins: readonly Coin[], outputs: readonly Output[]): Psbt {
  const psbt = new Psbt()
  for (const [index, coin] of coins.entries()) {
    const { script, sats = 100_000n, isUnproven, lie = sats, sighashType } = coin
    const funding = createFunding(coin, index)
    const isTaproot = script[0] === 0x51
    psbt.addInput({
      hash: funding.getId(),
      index: 0,
      witnessUtxo: { script, value: lie },
      ...(!isTaproot && !isUnproven && { nonWitnessUtxo: funding.toBuffer() }),
      ...(sighashType !== undefined && { sighashType }),
    })
  }
  for (const { script, sats } of outputs) psbt.addOutput({ script, value: sats })
  return psbt
}
