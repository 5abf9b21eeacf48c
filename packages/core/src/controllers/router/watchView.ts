import type { Modal } from '../../modal.js'
import { getRoute } from './getRoute.js'
import type { ViewName } from './state.js'

export type ViewListeners = { readonly onLeave: () => void; readonly onClose: () => void }

/** Tells once when the visitor goes to another view, or closes the modal. Returns its unsubscribe. */
export function watchView(modal: Modal, view: ViewName, { onLeave, onClose }: ViewListeners): () => void {
  const unsubscribe = modal.subscribe((state) => {
    const isOpen = state.modal.open
    if (isOpen && getRoute(state).view === view) return
    unsubscribe()
    if (isOpen) onLeave()
    else onClose()
  })
  return unsubscribe
}
