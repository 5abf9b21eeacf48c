import { AbortedError } from '../../errors/AbortedError.js'
import { ModalClosedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import { endAsk, setAskError, startAsk } from '../connection/ask.js'
import { getConnection } from '../connection/getConnection.js'
import { close } from '../router/close.js'
import { getRoute } from '../router/getRoute.js'
import { goBack } from '../router/goBack.js'
import { push } from '../router/navigate.js'
import { isActiveConnected } from '../router/toStartRoute.js'
import { watchView } from '../router/watchView.js'
import { isSignInShown } from '../siwx/isSignInShown.js'
import { findEmbeddedWallet } from './findEmbeddedWallet.js'
import { switchNetwork } from './switchNetwork.js'

/**
 * The flow behind a network row: without a wallet the choice is made at once; with one the waiting view shows until
 * the wallet has switched. Leaving the view ends the request; a failure stays in it, with a way to try again. To leave a
 * connected chain family for one where nothing is connected, the visitor is asked first; an embedded wallet that has both is
 * just connected there.
 */
export async function startSwitch(modal: Modal, network: Network): Promise<void> {
  const { caipNetworkId } = network
  const connection = getConnection(modal.getState(), network.chainNamespace)
  const isEmbedded = findEmbeddedWallet(modal, network.chainNamespace) !== undefined
  if (!connection && !isEmbedded && isActiveConnected(modal.getState())) {
    push(modal, {
      view: 'SwitchActiveChain',
      params: { caipNetworkId, navigateTo: 'Connect', navigateWithReplace: true },
    })
    return
  }
  const needsWallet = isEmbedded || (connection !== undefined && connection.caipNetworkId !== network.caipNetworkId)
  if (needsWallet) push(modal, { view: 'SwitchNetwork', params: { caipNetworkId } })
  const ask = startAsk(modal, { kind: 'switch', caipNetworkId })

  const controller = new AbortController()
  const unwatch = watchView(modal, getRoute(modal.getState()).view, {
    onLeave: () => controller.abort(new AbortedError()),
    onClose: () => controller.abort(new ModalClosedError()),
  })
  try {
    await switchNetwork(modal, { network, signal: controller.signal })
    unwatch()
    endAsk(modal, ask)
    leave(modal, needsWallet ? 2 : 1)
  } catch (cause) {
    setAskError(modal, ask, toLatchkeyError(cause))
  } finally {
    unwatch()
  }
}

/** Back to where the visitor came to the list of networks from; closed where that was outside. */
function leave(modal: Modal, steps: number): void {
  if (!modal.getState().modal.open || isSignInShown(modal.getState())) return
  if (modal.getState().router.stack.length <= steps) close(modal)
  else for (let step = 0; step < steps; step++) goBack(modal)
}
