import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { setSendStep } from './setSendStep.js'
import { sendKeys } from './state.js'

/** Back to the form, as it was filled in. */
export function leaveSendPreview(modal: Modal): void {
  abortAttempt(modal, sendKeys.fee)
  setSendStep(modal, { type: 'left' })
}
