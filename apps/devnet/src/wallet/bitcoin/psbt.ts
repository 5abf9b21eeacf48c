import { Psbt } from 'bitcoinjs-lib'
import { WalletRpcError } from '../signer.js'
import type { BitcoinKey } from './key.js'

export type InputToSign = {
  readonly address: string
  readonly index: number
  readonly sighashTypes?: readonly number[] | undefined
}

type SignBitcoinPsbtOptions = {
  readonly key: BitcoinKey
  /** Base64. */
  readonly psbt: string
  /** Default: every input that the key can sign. */
  readonly inputs?: readonly InputToSign[] | undefined
}

/** Signs the requested inputs, or rejects. */
export function signBitcoinPsbt({ key, psbt, inputs }: SignBitcoinPsbtOptions): Psbt {
  const signed = Psbt.fromBase64(psbt)
  const own = new Set([key.payment.address, key.ordinal.address])
  const wanted =
    inputs ?? signed.data.inputs.map((_, index) => ({ address: undefined, index, sighashTypes: undefined }))
  let count = 0
  for (const { address, index, sighashTypes } of wanted) {
    const input = signed.data.inputs[index]
    if (!input || (address !== undefined && !own.has(address)))
      throw new WalletRpcError(-32_602, `The account can't sign input ${index}.`)
    const script = input.witnessUtxo?.script
    const isOrdinal = script !== undefined && bytesEqual(script, key.ordinal.script)
    if (!isOrdinal && !(script && bytesEqual(script, key.payment.script))) {
      if (address === undefined) continue
      throw new WalletRpcError(-32_602, `Input ${index} spends from another address.`)
    }
    if (isOrdinal && !input.tapInternalKey) signed.updateInput(index, { tapInternalKey: key.ordinal.internal })
    signed.signInput(index, isOrdinal ? key.tweaked : key.pair, sighashTypes && [...sighashTypes])
    count += 1
  }
  if (count === 0) throw new WalletRpcError(-32_602, "The account can't sign any input.")
  return signed
}

function bytesEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
