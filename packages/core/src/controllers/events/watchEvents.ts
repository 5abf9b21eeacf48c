import type { Modal } from '../../modal.js'
import type { ModalEvent } from './state.js'

/** Calls back for every event from now on. Returns its unsubscribe. */
export function watchEvents(modal: Modal, onEvent: (event: ModalEvent) => void): () => void {
  return modal.subscribe((state, previous) => {
    if (state.event && state.event !== previous.event) onEvent(state.event)
  })
}
