import type { Modal } from '../../modal.js'
import { isRefusedNetwork } from '../network/isRefusedNetwork.js'
import { close } from '../router/close.js'
import { pop } from '../router/navigate.js'
import { getRoute } from '../router/state.js'

/** Leaves what led to a connection: back to the list of connections where it was added from there, else closed. */
export function finishConnect(modal: Modal): void {
  if (isRefusedNetwork(modal)) return
  const { stack } = modal.getState().router
  if (!stack.some(({ view }) => view === 'ProfileWallets')) {
    close(modal)
    return
  }
  while (getRoute(modal.getState()).view !== 'ProfileWallets') pop(modal)
}
