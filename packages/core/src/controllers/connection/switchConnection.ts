import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import { InvalidConnectionStatusError } from '../../errors/connected.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { assertMultiWallet } from './assertMultiWallet.js'
import { assertStarted } from './assertStarted.js'
import { connect } from './connect.js'
import { findConnector } from './findConnector.js'
import { getConnections } from './getConnections.js'
import { reopenRoute } from './reopenRoute.js'
import { startConnect } from './startConnect.js'
import type { Connection } from './state.js'

export type SwitchConnectionRequest = {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes a stored connection the active one. An active or connected one has its connector and account connected again
 * [S4.5]; a disconnected one leads back into its login where its connector has one, else into connecting [S4.6], and
 * resolves with undefined where that goes on in a view.
 *
 * Throws `MULTI_WALLET_OFF` [S4.20], `CONNECTOR_NOT_FOUND` [S8.11], `INVALID_CONNECTION_STATUS` [S8.12] or what `connect`
 * throws; the connection that was active stays so then.
 */
export async function switchConnection(
  modal: Modal,
  request: SwitchConnectionRequest,
): Promise<Connection | undefined> {
  assertStarted(modal)
  assertMultiWallet(modal)
  const { namespace, connectorId, signal } = request
  const { features } = findConnector(modal, connectorId, namespace)
  const entry = getConnections(modal.getState(), namespace).find((item) => item.connectorId === connectorId)
  const status: string = entry?.status ?? toOtherStatus(modal, request)
  switch (status) {
    case 'active':
    case 'connected':
      return connect(modal, { connectorId, namespace, signal })
    case 'disconnected':
      if (!features['login:reopen'] || !entry) return startConnect(modal, { connectorId, namespace })
      return reopenLogin(modal, features['login:reopen'], { ...request, address: entry.address })
    default:
      throw new InvalidConnectionStatusError({ status })
  }
}

/** Of a connector that has no stored connection in this namespace. */
function toOtherStatus(modal: Modal, { namespace, connectorId }: SwitchConnectionRequest): string {
  const state = modal.getState().namespaces[namespace]?.connection
  const isConnecting = state?.status === 'connecting' && state.connectorId === connectorId
  return isConnecting ? 'connecting' : 'unknown'
}

type Reopen = NonNullable<ReturnType<typeof findConnector>['features']['login:reopen']>

async function reopenLogin(
  modal: Modal,
  reopen: Reopen,
  { namespace, address, signal }: SwitchConnectionRequest & { readonly address: string },
): Promise<undefined> {
  const attempt = beginAttempt(modal, { key: `reopen:${namespace}`, deadline: deadlines.silent, signal })
  try {
    const route = await attempt.race(reopen({ namespace, address, signal: attempt.signal }))
    attempt.signal.throwIfAborted()
    await reopenRoute(modal, route, namespace)
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}
