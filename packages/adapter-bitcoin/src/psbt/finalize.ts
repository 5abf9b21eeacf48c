import type { Psbt } from 'bitcoinjs-lib'

/** Makes every input final, where all of them are signed; else leaves the PSBT as it is. Whether it did. */
export function finalize(psbt: Psbt): boolean {
  const open = psbt.data.inputs.flatMap(({ finalScriptSig, finalScriptWitness }, index) =>
    finalScriptSig || finalScriptWitness ? [] : [index],
  )
  // tried on a copy: a PSBT that is half final is no use to who signs next
  const copy = psbt.clone()
  try {
    for (const index of open) copy.finalizeInput(index)
  } catch {
    return false // an input that somebody else is to sign
  }
  for (const index of open) psbt.finalizeInput(index)
  return true
}
