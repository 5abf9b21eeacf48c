import type { Network } from '../../contracts/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import type { Modal } from '../../modal/modal.js'
import { parseCaipNetworkId } from '../../utils/caip.js'
import { connect } from '../connection/connect.js'
import { endAsk, setAskError, startAsk } from '../requests/asks.js'
import { findEmbeddedWallet } from '../requests/embeddedWallet.js'
import { requireConfiguredNetwork, type SwitchNetworkRequest, setNetwork } from '../requests/setNetwork.js'
import {
  abortOnLeave,
  close,
  getRoute,
  goBack,
  isActiveConnected,
  isSignInShown,
  push,
  replace,
} from '../shell/actions.js'
import type { Route, Views } from '../shell/state.js'

/**
 * Makes a network the active one. A connected wallet is asked to switch; if it refuses, nothing changes [S4.15]. An
 * embedded wallet that isn't connected in that namespace yet is connected there first [S4.16]. Without a wallet, the
 * choice is kept for the next connection.
 *
 * Throws `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `USER_REJECTED`, `CHAIN_NOT_SUPPORTED`, `CHAIN_NOT_SWITCHED`,
 * `TIMED_OUT`, `ABORTED` or, if it connects first, what `connect` throws.
 */
export async function switchNetwork(modal: Modal, request: SwitchNetworkRequest): Promise<void> {
  assertStarted(modal)
  const { network, signal } = request
  const { chainNamespace: namespace, caipNetworkId } = requireConfiguredNetwork(modal, network)
  const connectorId = findEmbeddedWallet(modal, namespace)
  if (connectorId) await connect(modal, { connectorId, namespace, caipNetworkId, keepActive: true, signal })
  await setNetwork(modal, request)
}

/**
 * Runs what the SwitchActiveChain view asks about, once the user agrees: makes the network and its namespace the active
 * ones, and shows the connection methods. Throws `NETWORK_NOT_FOUND`. [S2.3]
 */
export async function switchActiveChain(modal: Modal, params: Views['SwitchActiveChain']): Promise<void> {
  const { caipNetworkId, navigateTo, navigateWithReplace } = params
  await switchNetwork(modal, { network: caipNetworkId })
  const route: Route = { view: navigateTo, params: { namespace: parseCaipNetworkId(caipNetworkId)?.namespace } }
  if (navigateWithReplace) replace(modal, route)
  else push(modal, route)
}

/**
 * Runs the flow behind a network list item. Without a wallet, the choice applies at once; with one, the waiting view
 * shows until the wallet has switched. Leaving the view cancels the request; errors are shown in it, with a way to
 * retry. Before leaving a connected namespace for one without a connection, the user is asked; an embedded wallet that
 * supports both simply connects there.
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
  const unwatch = abortOnLeave(modal, getRoute(modal.getState()).view, controller)
  try {
    await switchNetwork(modal, { network, signal: controller.signal })
    unwatch()
    endAsk(modal, ask)
    if (!controller.signal.aborted) leave(modal, needsWallet ? 2 : 1)
  } catch (cause) {
    setAskError(modal, ask, toLatchkeyError(cause))
  } finally {
    unwatch()
  }
}

/** Goes back to the view before the network list, or closes the modal if there was none. */
function leave(modal: Modal, steps: number): void {
  if (!modal.getState().modal.open || isSignInShown(modal.getState())) return
  if (modal.getState().router.stack.length <= steps) close(modal)
  else for (let step = 0; step < steps; step++) goBack(modal)
}
