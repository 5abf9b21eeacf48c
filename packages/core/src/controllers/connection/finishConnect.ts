import { internals, type Modal } from '../../modal.js'
import { loadModule } from '../../utils/loadModule.js'
import { isRefusedNetwork } from '../network/isRefusedNetwork.js'
import { close } from '../router/close.js'
import { pop } from '../router/navigate.js'
import { getRoute } from '../router/state.js'
import { hasSiwx } from '../siwx/hasSiwx.js'

/**
 * Leaves what led to a connection: back to the list of connections where it was added from there, else closed. Where
 * visitors sign in, once it is known that this one has.
 */
export function finishConnect(modal: Modal): void {
  if (isRefusedNetwork(modal)) return
  if (hasSiwx(modal))
    loadModule(() => import('../siwx/finishSignedIn.js'))
      .then(({ finishSignedIn }) => finishSignedIn(modal, () => leave(modal)))
      .catch(modal[internals].warn)
  else leave(modal)
}

function leave(modal: Modal): void {
  const { stack } = modal.getState().router
  if (!stack.some(({ view }) => view === 'ProfileWallets')) {
    close(modal)
    return
  }
  while (getRoute(modal.getState()).view !== 'ProfileWallets') pop(modal)
}
