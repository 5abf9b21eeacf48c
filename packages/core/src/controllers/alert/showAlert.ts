import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'

/** Tells the developer of a fault in the set-up. Does nothing unless `debug` is on. */
export function showAlert(modal: Modal, error: LatchkeyError): void {
  const { store, options } = modal[internals]
  if (!options.debug) return
  const alert = { code: error.code, title: error.shortMessage, text: error.details ?? '' }
  store.setState((state) => ({ ...state, alert }))
}
