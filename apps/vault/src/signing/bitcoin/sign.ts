import { toScript } from '@latchkey/adapter-bitcoin/internal'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { crypto, Transaction } from 'bitcoinjs-lib'
import { type BitcoinAccount, type BitcoinKeys, toSigningKey } from './accounts.js'

/** An input, the account that signs it, and how. */
export type InputToSign = {
  readonly index: number
  readonly account: BitcoinAccount
  /** Undefined: all inputs and outputs. */
  readonly sighash: number | undefined
}

/** A verified PSBT, as its signer sees it. */
export type CheckedPsbt = {
  readonly transaction: Transaction
  /** The output that each input spends. Only for an offer, undefined for inputs that it doesn't include. */
  readonly spent: readonly (SpentOutput | undefined)[]
  readonly inputs: readonly InputToSign[]
  readonly isOffer: boolean
  readonly accounts: readonly BitcoinAccount[]
}

export type SpentOutput = {
  readonly script: Uint8Array
  readonly value: bigint
  readonly account: BitcoinAccount | undefined
}

type SignOptions = {
  readonly transaction: Transaction
  /** The outputs that all inputs spend, in order. */
  readonly outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[]
  /** Those of the wallet, if they were derived. */
  readonly keys: BitcoinKeys | undefined
  readonly chain: string
}

/** Signs inputs as they go into a transaction: DER and its type [BIP-143], or 64 or 65 bytes [BIP-341]. */
export function signAll(inputs: readonly InputToSign[], options: SignOptions): readonly Uint8Array[] {
  return inputs.map((input) => signInput(input, options))
}

function signInput(
  { index, account, sighash }: InputToSign,
  { transaction, outputs, keys, chain }: SignOptions,
): Uint8Array {
  if (!keys) throw new Error('No keys of this namespace')
  const key = toSigningKey(keys, chain, account.purpose)
  try {
    if (account.purpose === 'ordinal') {
      const type = sighash ?? Transaction.SIGHASH_DEFAULT
      const scripts = outputs.map(({ script }) => script)
      const values = outputs.map(({ value }) => value)
      const signature = schnorr.sign(transaction.hashForWitnessV1(index, scripts, values, type), key)
      return type === Transaction.SIGHASH_DEFAULT ? signature : Uint8Array.of(...signature, type)
    }
    const type = sighash ?? Transaction.SIGHASH_ALL
    const code = toScript('p2pkh', crypto.hash160(hex.decode(account.publicKey)))
    const hash = transaction.hashForWitnessV0(index, code, outputs[index]?.value ?? 0n, type)
    return Uint8Array.of(...secp256k1.sign(hash, key, { prehash: false, format: 'der' }), type)
  } finally {
    key.fill(0)
  }
}

/** The id of the transaction that an input spends, which is its hash in reverse. */
export function toTxid({ ins }: Transaction, index: number): string {
  return Buffer.from(ins[index]?.hash ?? [])
    .reverse()
    .toString('hex')
}
