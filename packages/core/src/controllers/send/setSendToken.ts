import type { Token } from '../../api/blockchain/types.js'
import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { setSend } from './setSend.js'
import { sendKeys } from './state.js'

/** Chooses the token to send. */
export function setSendToken(modal: Modal, token: Token): void {
  abortAttempt(modal, sendKeys.max)
  setSend(modal, { type: 'tokenChosen', token })
}
