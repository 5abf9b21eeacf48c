import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { setSend } from './setSend.js'
import { sendKeys } from './state.js'

/** Back to the form, as it was filled in. */
export function leaveSendPreview(modal: Modal): void {
  abortAttempt(modal, sendKeys.fee)
  setSend(modal, { type: 'left' })
}
