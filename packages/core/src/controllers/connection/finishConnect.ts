import { internals, type Modal } from '../../modal.js'
import { isRefusedNetwork } from '../network/isRefusedNetwork.js'
import { close } from '../router/close.js'
import { getRoute } from '../router/getRoute.js'
import { pop } from '../router/navigate.js'
import type { ViewName } from '../router/state.js'
import { hasSiwx } from '../siwx/hasSiwx.js'

/** Views that go on once a wallet is connected. */
const askers: readonly ViewName[] = ['ProfileWallets', 'Pay', 'WalletSend']

/**
 * Leaves what led to a connection: back to the view that it was added from, where that goes on with it, else closed. Where
 * visitors sign in, once it is known that this one has.
 */
export function finishConnect(modal: Modal): void {
  if (isRefusedNetwork(modal)) return
  if (hasSiwx(modal))
    modal[internals].load
      .signIn()
      .then(({ finishSignedIn }) => finishSignedIn(modal, () => leave(modal)))
      .catch(modal[internals].warn)
  else leave(modal)
}

function leave(modal: Modal): void {
  const { stack } = modal.getState().router
  const asker = stack.findLast(({ view }) => askers.includes(view))
  if (!asker) {
    close(modal)
    return
  }
  while (getRoute(modal.getState()) !== asker) pop(modal)
}
