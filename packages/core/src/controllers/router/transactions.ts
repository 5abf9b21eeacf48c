import { internals, type Modal } from '../../modal.js'
import { close } from './close.js'
import { goBack } from './goBack.js'
import type { TransactionEntry } from './state.js'

/** Remembers what to do when the request behind the next view ends. [S4.19] */
export function pushTransaction(modal: Modal, entry: TransactionEntry): void {
  modal[internals].transactions.push(entry)
}

/**
 * Ends the newest request. With none remembered the modal closes; else its callback runs, and an error or a
 * cancellation also goes back. [S4.19]
 */
export function popTransaction(modal: Modal, outcome: 'success' | 'error' | 'cancel'): void {
  const entry = modal[internals].transactions.pop()
  if (!entry) {
    close(modal)
    return
  }
  if (outcome === 'success') entry.onSuccess?.()
  else {
    goBack(modal)
    if (outcome === 'error') entry.onError?.()
    else entry.onCancel?.()
  }
}
