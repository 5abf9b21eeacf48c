import { abortAttempt } from '../../attempts.js'
import { internals, type Modal } from '../../modal.js'
import { setLogin } from './setLogin.js'
import { loginKeys } from './state.js'

/** The login is over, whichever way: what still waits for an answer ends with `ABORTED`. */
export function endLogin(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(loginKeys.watch)?.()
  listening.delete(loginKeys.watch)
  abortAttempt(modal, loginKeys.step)
  abortAttempt(modal, loginKeys.resend)
  setLogin(modal, { type: 'ended' })
}
