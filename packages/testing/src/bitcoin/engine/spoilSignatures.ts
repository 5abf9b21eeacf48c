import type { Psbt } from 'bitcoinjs-lib'

/** Turns a bit of every signature in a PSBT, in its last number. */
export function spoilSignatures({ data }: Psbt): void {
  for (const { partialSig = [], tapKeySig } of data.inputs) {
    // the last byte of a DER signature is the sighash type
    for (const { signature } of partialSig) flip(signature, signature.length - 3)
    if (tapKeySig) flip(tapKeySig, 50)
  }
}

function flip(bytes: Uint8Array, index: number): void {
  bytes[index] = (bytes[index] ?? 0) ^ 1
}
