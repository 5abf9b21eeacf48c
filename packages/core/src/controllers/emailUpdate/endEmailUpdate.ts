import { abortAttempt } from '../../attempts.js'
import { internals, type Modal } from '../../modal.js'
import { setEmailUpdate } from './setEmailUpdate.js'
import { emailUpdateKey } from './state.js'

/** The change of email is over, whichever way: what still waits for an answer ends with `ABORTED`. */
export function endEmailUpdate(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(emailUpdateKey)?.()
  listening.delete(emailUpdateKey)
  abortAttempt(modal, emailUpdateKey)
  setEmailUpdate(modal, { type: 'ended' })
}
