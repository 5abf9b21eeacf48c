import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { crypto, type Psbt } from 'bitcoinjs-lib'
import { isSameBytes, toReadings } from '../address/bytes.js'
import { toScript } from '../address/toScript.js'
import { type ReadPsbt, readPsbt, toUnsigned } from './readPsbt.js'
import { readSignature } from './readSignature.js'
import type { Target } from './toTargets.js'
import { type InputSignature, verifySignature } from './verifySignature.js'

/**
 * Takes the signatures out of what a wallet answered (hex, base64 or bytes, finalised or not), checks each, and puts
 * them into the PSBT that was given: nothing else of the answer comes through. Throws `INVALID_WALLET_REPLY`.
 */
export function mergeSignatures(read: ReadPsbt, targets: readonly Target[], reply: unknown): Psbt {
  const { psbt, transaction, outputs } = read
  const signed = toReadings(reply).flatMap((bytes) => readPsbt(bytes) ?? [])[0]
  if (!signed) throw new InvalidWalletReplyError({ details: 'The answer is no PSBT.' })
  if (!isSameBytes(toUnsigned(signed.psbt), toUnsigned(psbt)))
    throw new InvalidWalletReplyError({ details: 'The wallet signed another transaction.' })
  const known = outputs.map((output) => output ?? { script: new Uint8Array(), value: 0n })
  for (const target of targets) {
    const { index, lock } = target
    const found = readSignature(signed.psbt, index, lock)
    const type = found ? verifySignature({ ...found, transaction, index, lock, outputs: known }) : null
    if (!found || type === null)
      throw new InvalidWalletReplyError({ details: `Input ${index} has no right signature of ${target.address}.` })
    if (!toAllowed(read, target).includes(type))
      throw new InvalidWalletReplyError({ details: `Input ${index} is signed with the sighash type ${type}.` })
    put(psbt, target, found)
  }
  return psbt
}

/** "All" unless the caller or the PSBT says otherwise; Taproot has a shorter way to say it. */
function toAllowed({ psbt }: ReadPsbt, { index, lock, sighashTypes }: Target): readonly number[] {
  const own = psbt.data.inputs[index]?.sighashType
  return sighashTypes ?? (own === undefined ? (lock.type === 'p2tr' ? [0, 1] : [1]) : [own])
}

function put(psbt: Psbt, { index, lock }: Target, { signature, publicKey }: InputSignature): void {
  if (!publicKey) return void psbt.data.updateInput(index, { tapKeySig: signature })
  psbt.data.updateInput(index, { partialSig: [{ pubkey: publicKey, signature }] })
  if (lock.type === 'p2sh' && !psbt.data.inputs[index]?.redeemScript)
    psbt.data.updateInput(index, { redeemScript: toScript('p2wpkh', crypto.hash160(publicKey)) })
}
