import { AbortedError } from '../../errors/AbortedError.js'
import { ModalClosedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { track } from '../events/track.js'
import { show } from '../router/show.js'
import { watchView } from '../router/watchView.js'
import { getConnectors } from '../wallets/getConnectors.js'
import { endAsk, setAskError, startAsk } from './ask.js'
import { connect } from './connect.js'
import { finishConnect } from './finishConnect.js'
import type { Connection } from './state.js'

export type StartConnectOptions = {
  readonly connectorId: string
  /** Of a wallet on several chain families; without it the visitor chooses among them. */
  readonly namespace?: Namespace | undefined
}

/**
 * The flow behind a wallet row: shows the waiting view, in the modal opened where need be, asks the wallet, and closes
 * the modal when connected. Leaving the view ends the attempt with `ABORTED`, closing the modal with `MODAL_CLOSED`
 * [S8.3]; any other failure stays in the view, which offers to try again. A wallet on several chain families leads to
 * the view that connects them together, a connector that pairs to the one that shows codes, an embedded wallet to its login.
 */
export async function startConnect(modal: Modal, options: StartConnectOptions): Promise<Connection | undefined> {
  const { connectorId } = options
  const state = modal.getState()
  const namespace = options.namespace ?? state.modal.namespace
  const meta = [...state.connectors, ...getConnectors(state)].find(({ id }) => id === connectorId)
  track(modal, 'SELECT_WALLET', { connectorId, name: meta?.name ?? connectorId })
  if (meta?.type === 'MULTI_CHAIN' && !namespace) {
    show(modal, { view: 'ConnectingMultiChain', params: { connectorId } })
    return undefined
  }
  if (meta?.type === 'WALLET_CONNECT') {
    show(modal, { view: 'ConnectingWalletConnect', params: { namespace } })
    return undefined
  }
  if (meta?.type === 'AUTH') {
    const { email, socials } = state.features
    if (!email && socials) show(modal, { view: 'ConnectSocials', params: undefined })
    else show(modal, { view: 'EmailLogin', params: { namespace } })
    return undefined
  }
  show(modal, { view: 'ConnectingExternal', params: { connectorId, namespace } })
  const ask = startAsk(modal, { kind: 'connect', connectorId })

  const controller = new AbortController()
  const unwatch = watchView(modal, 'ConnectingExternal', {
    onLeave: () => controller.abort(new AbortedError()),
    onClose: () => controller.abort(new ModalClosedError()),
  })
  try {
    const connection = await connect(modal, { connectorId, namespace, signal: controller.signal })
    unwatch()
    endAsk(modal, ask)
    if (!controller.signal.aborted) finishConnect(modal)
    return connection
  } catch (cause) {
    setAskError(modal, ask, toLatchkeyError(cause))
    return undefined
  } finally {
    unwatch()
  }
}
