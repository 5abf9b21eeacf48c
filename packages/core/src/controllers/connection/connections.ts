import { InvalidConnectionStatusError, MultiWalletOffError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { storeConnections } from '../../modal/connectionStore.js'
import { getConnection, getConnections, isMultiWallet } from '../../modal/connections.js'
import type { Modal } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import { type Namespace } from '../../utils/caip.js'
import { showAlert } from '../shell/actions.js'
import { connect, findConnector } from './connect.js'
import { disconnect } from './disconnect.js'
import { startConnect } from './flow.js'
import { getRestoring } from './forget.js'
import { reopenRoute } from './reconnect.js'
import type { Connection } from './state.js'

export type SwitchConnectionRequest = {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly signal?: AbortSignal | undefined
}

type Reopen = NonNullable<ReturnType<typeof findConnector>['features']['login:reopen']>

/**
 * Makes a stored connection the active one. Active and connected ones connect again [S4.5]. A disconnected one reopens
 * its login if its connector has one, else starts connecting [S4.6]; it resolves with undefined if that continues in a
 * view.
 *
 * Throws `MULTI_WALLET_OFF` [S4.20], `CONNECTOR_NOT_FOUND` [S8.11], `INVALID_CONNECTION_STATUS` [S8.12] or what
 * `connect` throws. If it throws, the active connection doesn't change.
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

/**
 * Removes a connection from the list, disconnecting it first if it is live or being restored. Throws `MULTI_WALLET_OFF` [S4.20], or
 * `DISCONNECT_FAILED` if its wallet does not confirm; the connection is removed nevertheless.
 */
export async function removeConnection(
  modal: Modal,
  { namespace, connectorId }: { readonly namespace: Namespace; readonly connectorId: string },
): Promise<void> {
  assertStarted(modal)
  assertMultiWallet(modal)
  const isLive = getConnection(modal.getState(), namespace, connectorId) !== undefined
  if (isLive || getRestoring(modal, namespace).includes(connectorId))
    return disconnect(modal, { namespace, connectorId, isRemoved: true, keepView: true })
  storeConnections(modal, namespace, (stored) => stored.filter((item) => item.connectorId !== connectorId))
}

/** Returns the status of a connector without a stored connection in this namespace. */
function toOtherStatus(modal: Modal, { namespace, connectorId }: SwitchConnectionRequest): string {
  const state = modal.getState().namespaces[namespace]?.connection
  const isConnecting = state?.status === 'connecting' && state.connectorId === connectorId
  return isConnecting ? 'connecting' : 'unknown'
}

async function reopenLogin(
  modal: Modal,
  reopen: Reopen,
  { namespace, address, signal }: SwitchConnectionRequest & { readonly address: string },
): Promise<undefined> {
  const attempt = beginAttempt(modal, { key: `reopen:${namespace}`, timeout: timeouts.silent, signal })
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

/** Throws `MULTI_WALLET_OFF` and shows an info alert while `multiWallet` is disabled. [S4.20] */
function assertMultiWallet(modal: Modal): void {
  if (isMultiWallet(modal)) return
  const error = new MultiWalletOffError()
  showAlert(modal, error, 'info')
  throw error
}
