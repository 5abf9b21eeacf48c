import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import type { Alert } from './state.js'

/** Tells the developer of a fault in the set-up. Does nothing unless `debug` is on. */
export function showAlert(modal: Modal, error: LatchkeyError, level: Alert['level'] = 'error'): void {
  const { store, options } = modal[internals]
  if (!options.debug) return
  const alert: Alert = { level, code: error.code, title: error.shortMessage, text: error.details ?? '' }
  store.setState((state) => ({ ...state, alert }))
}
