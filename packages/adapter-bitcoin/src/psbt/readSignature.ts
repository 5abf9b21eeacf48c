import type { Psbt } from 'bitcoinjs-lib'
import { script as scripts } from 'bitcoinjs-lib'
import { parseWitness } from '../message/parseWitness.js'
import { type InputSignature, isKeyOf, type Lock } from './verifySignature.js'

/** The signature that a wallet put into an input, wherever it put it: partial, or final already. Unchecked. */
export function readSignature(psbt: Psbt, index: number, lock: Lock): InputSignature | undefined {
  const { partialSig = [], tapKeySig, finalScriptSig, finalScriptWitness } = psbt.data.inputs[index] ?? {}
  if (lock.type === 'p2tr') {
    const signature = tapKeySig ?? toItems(finalScriptWitness)?.[0]
    return signature && { signature }
  }
  const partial = partialSig.find(({ pubkey }) => isKeyOf(pubkey, lock))
  if (partial) return { signature: partial.signature, publicKey: partial.pubkey }
  const [signature, publicKey, ...rest] =
    (lock.type === 'p2pkh' ? toPushes(finalScriptSig) : toItems(finalScriptWitness)) ?? []
  return signature && publicKey && rest.length === 0 ? { signature, publicKey } : undefined
}

function toItems(witness: Uint8Array | undefined): readonly Uint8Array[] | null | undefined {
  return witness && parseWitness(witness)
}

function toPushes(script: Uint8Array | undefined): readonly Uint8Array[] | undefined {
  const chunks = script && scripts.decompile(script)
  return chunks?.every((chunk) => chunk instanceof Uint8Array) ? chunks : undefined
}
