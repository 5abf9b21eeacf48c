import { ServerError } from '../../errors/http.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { showAlert } from '../alert/showAlert.js'
import type { AskError } from '../connection/state.js'

/** Tells the developer that the list failed [S8.26, S8.27]; returns what the view says. What came before stays. */
export function failList(modal: Modal, cause: unknown): AskError {
  const error = isLatchkeyError(cause) ? cause : new ServerError({ cause })
  modal[internals].warn(error)
  showAlert(modal, error)
  return { code: error.code, message: error.shortMessage }
}
