import { Psbt, Transaction } from 'bitcoinjs-lib'
import { createRpcError } from '../../scripted/rpc.js'
import type { BitcoinKey } from '../keys/createKey.js'

export type PsbtToSign = {
  readonly psbt: Uint8Array
  readonly keys: readonly BitcoinKey[]
  /** Default: every input of the keys. */
  readonly inputs?: readonly InputOfKey[] | undefined
}

export type InputOfKey = {
  readonly index: number
  readonly address?: string | undefined
  readonly sighashTypes?: readonly number[] | undefined
}

/** Signs inputs of a PSBT. Throws -32602 with the reason if it can't. */
export function signBitcoinPsbt({ psbt: bytes, keys, inputs }: PsbtToSign): Psbt {
  const psbt = Psbt.fromBuffer(Uint8Array.from(bytes))
  const wanted = inputs ?? psbt.txInputs.map((_, index) => ({ index }))
  let count = 0
  for (const { index, address, sighashTypes } of wanted as readonly InputOfKey[]) {
    const script = readScript(psbt, index)
    const key = keys.find((own) => (address === undefined || own.address === address) && isSame(own.script, script))
    if (!key && inputs) throw createRpcError(-32_602, `Input ${index} does not belong to this wallet.`)
    if (!key) continue
    const input = psbt.data.inputs[index]
    if (key.type === 'p2tr' && !input?.tapInternalKey)
      psbt.updateInput(index, { tapInternalKey: key.pair.publicKey.slice(1, 33) })
    if (key.redeemScript && !input?.redeemScript) psbt.updateInput(index, { redeemScript: key.redeemScript })
    psbt.signInput(index, key.signer, sighashTypes && [...sighashTypes])
    count += 1
  }
  if (count === 0) throw createRpcError(-32_602, 'There is nothing for this wallet to sign.')
  return psbt
}

function readScript(psbt: Psbt, index: number): Uint8Array {
  const { witnessUtxo, nonWitnessUtxo } = psbt.data.inputs[index] ?? {}
  const point = psbt.txInputs[index]
  if (!point) throw createRpcError(-32_602, `There is no input ${index}.`)
  if (witnessUtxo) return witnessUtxo.script
  const previous = nonWitnessUtxo && Transaction.fromBuffer(nonWitnessUtxo)
  return previous?.outs[point.index]?.script ?? new Uint8Array()
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
