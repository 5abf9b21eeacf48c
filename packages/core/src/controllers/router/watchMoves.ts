import type { Modal, ModalState } from '../../modal.js'

/** Calls back whenever the visitor goes to another view, or the modal opens or closes. Returns its unsubscribe. */
export function watchMoves(modal: Modal, onMove: (state: ModalState) => void): () => void {
  return modal.subscribe((state, previous) => {
    if (state.router !== previous.router || state.modal.open !== previous.modal.open) onMove(state)
  })
}
