import { internals, type Modal } from '../../modal.js'
import { startRoute } from '../../startState.js'
import { track } from '../events/track.js'
import { shake } from './shake.js'
import type { CloseOptions, RouterState } from './state.js'
import { toStartRoute } from './toStartRoute.js'

/**
 * Closes the modal and puts the router back on Connect [S2.13]. A view that must not be left shakes instead. Embedded in
 * the page it stays open, on the view that opening would show. Returns whether the view was left.
 */
export function close(modal: Modal, { force = false }: CloseOptions = {}): boolean {
  const { store, guards, options } = modal[internals]
  const state = store.getState()
  if (!state.modal.open) return true
  if (!force && [...guards].some((canClose) => !canClose(state))) {
    shake(modal)
    return false
  }
  const isEmbedded = options.enableEmbedded && state.status === 'ready'
  const stack: RouterState['stack'] = [isEmbedded ? toStartRoute(modal) : startRoute]
  store.setState((current) => ({
    ...current,
    modal: { open: isEmbedded, loading: false, shake: false },
    router: { stack },
  }))
  if (isEmbedded) return true
  track(modal, 'MODAL_CLOSE', { connected: isConnected(modal) })
  return true
}

function isConnected(modal: Modal): boolean {
  return Object.values(modal.getState().namespaces).some((entry) => entry.connection.status === 'connected')
}
