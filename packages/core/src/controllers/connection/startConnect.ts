import { AbortedError } from '../../errors/AbortedError.js'
import { ModalClosedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { track } from '../events/track.js'
import { isRefusedNetwork } from '../network/isRefusedNetwork.js'
import { close } from '../router/close.js'
import { push, replace } from '../router/navigate.js'
import { open } from '../router/open.js'
import { getRoute, type Route } from '../router/state.js'
import { watchView } from '../router/watchView.js'
import { endAsk, setAskError, startAsk } from './ask.js'
import { connect } from './connect.js'
import type { Connection } from './state.js'

export type StartConnectOptions = { readonly connectorId: string; readonly namespace?: Namespace | undefined }

/**
 * The flow behind a wallet row: shows the waiting view, in the modal opened where need be, asks the wallet, and closes the modal when connected. Leaving
 * the view ends the attempt with `ABORTED`, closing the modal with `MODAL_CLOSED` [S8.3]; any other failure stays in
 * the view, which offers to try again.
 */
export async function startConnect(modal: Modal, options: StartConnectOptions): Promise<Connection | undefined> {
  const { connectorId } = options
  const name = modal[internals].connectors.get(connectorId)?.meta.name ?? connectorId
  track(modal, 'SELECT_WALLET', { connectorId, name })
  show(modal, connectorId)
  const ask = startAsk(modal, { kind: 'connect', connectorId })

  const controller = new AbortController()
  const unwatch = watchView(modal, 'ConnectingExternal', {
    onLeave: () => controller.abort(new AbortedError()),
    onClose: () => controller.abort(new ModalClosedError()),
  })
  try {
    const connection = await connect(modal, { ...options, signal: controller.signal })
    unwatch()
    endAsk(modal, ask)
    if (!controller.signal.aborted && !isRefusedNetwork(modal)) close(modal)
    return connection
  } catch (cause) {
    setAskError(modal, ask, toLatchkeyError(cause))
    return undefined
  } finally {
    unwatch()
  }
}

function show(modal: Modal, connectorId: string): void {
  const route: Route = { view: 'ConnectingExternal', params: { connectorId } }
  const state = modal.getState()
  if (!state.modal.open) open(modal, { view: route.view, arguments: route.params })
  // another wallet, or the same once more: there is one waiting view
  else if (getRoute(state).view === route.view) replace(modal, route)
  else push(modal, route)
}
