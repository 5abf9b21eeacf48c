import { invalidParams } from '../invalidParams.js'
import type { ReadPsbt } from './readPsbt.js'
import { isSigned, type Target } from './toTargets.js'

/** Throws `INVALID_PARAMS` where an input would still lack its signature once the wallet has signed. */
export function assertSendable(read: ReadPsbt, targets: readonly Target[]): void {
  const open = read.outputs.findIndex(
    (_, index) => !isSigned(read, index) && targets.every((target) => target.index !== index),
  )
  if (open >= 0) throw invalidParams(`broadcast: nobody signs input ${open}.`)
}
