import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { setOnRamp } from './setOnRamp.js'
import { onRampKeys } from './state.js'

/** Looks for the funds no more, and goes back to what was chosen. The provider's window stays as it is. */
export function endPurchase(modal: Modal): void {
  abortAttempt(modal, onRampKeys.purchase)
  setOnRamp(modal, { type: 'purchaseEnded' })
}
