import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { setSend } from './setSend.js'
import { sendKeys } from './state.js'

/** Takes the amount as it is typed, in whole units; `getSendProblem` says whether it is one. */
export function setSendAmount(modal: Modal, amount: string): void {
  abortAttempt(modal, sendKeys.max)
  setSend(modal, { type: 'amountTyped', amount: amount.trim() })
}
