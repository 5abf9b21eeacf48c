import { Psbt } from 'bitcoinjs-lib'

/** The same PSBT with its first output paying to somebody else. */
export function replaceOutput(bytes: Uint8Array, script: Uint8Array): Uint8Array {
  const given = Psbt.fromBuffer(Uint8Array.from(bytes))
  const replaced = new Psbt()
  given.txInputs.forEach(({ hash, index, sequence }, input) => {
    replaced.addInput({ hash, index, ...(sequence !== undefined && { sequence }), ...given.data.inputs[input] })
  })
  given.txOutputs.forEach((output, index) => {
    replaced.addOutput({ script: index === 0 ? script : output.script, value: output.value })
  })
  return replaced.toBuffer()
}
