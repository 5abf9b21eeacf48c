import { beginAttempt } from '../../attempts.js'
import type { Connector } from '../../connector.js'
import { deadlines } from '../../deadlines.js'
import { AbortedError } from '../../errors/AbortedError.js'
import { AdapterNotFoundError, FeatureNotSupportedError } from '../../errors/connection.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal, type NamespaceState } from '../../modal.js'
import type { Network } from '../../network.js'
import { updateNamespace } from '../../updateNamespace.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { readPreferredAccountType } from '../account/readPreferredAccountType.js'
import { track } from '../events/track.js'
import { applyNetworkPolicy } from '../network/applyNetworkPolicy.js'
import { isRefusedNetwork } from '../network/isRefusedNetwork.js'
import { setActiveNamespace } from '../network/setActiveNamespace.js'
import { type SwitchNetworkRequest, setNetwork } from '../network/setNetwork.js'
import { close } from '../router/close.js'
import { isSignInShown } from '../siwx/isSignInShown.js'
import { watchSignIn } from '../siwx/watchSiwx.js'
import { activate } from './activate.js'
import { assertStarted } from './assertStarted.js'
import { findConnector } from './findConnector.js'
import { getConnection } from './getConnection.js'
import { getSilentDeadline } from './getSilentDeadline.js'
import { isMultiWallet } from './isMultiWallet.js'
import { listenToWallet } from './listenToWallet.js'
import { setConnection } from './setConnection.js'
import type { Connection, ConnectionState } from './state.js'
import { toConnectError } from './toConnectError.js'
import { toConnection } from './toConnection.js'
import { trackFailure } from './trackFailure.js'

export type ConnectOptions = {
  readonly connectorId: string
  /** Of a connector that spans several; the first that this modal has unless told. */
  readonly namespace?: Namespace | undefined
  /** Only if the wallet agrees without asking the visitor. */
  readonly silent?: boolean | undefined
  /** Where the wallet was at the last visit: a wish for those that do not keep it themselves. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  /** Leaves the active namespace as it is. */
  readonly keepActive?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Connects a wallet. A newer attempt in the same namespace, `signal`, the deadline or `destroy()` end this one. What
 * was connected before stays until the new wallet has agreed; then it is let go, or with `multiWallet` stays connected
 * beside it.
 *
 * Throws `NOT_STARTED`, `CONNECTOR_NOT_FOUND`, `ADAPTER_NOT_FOUND`, `FEATURE_NOT_SUPPORTED` (not in this namespace),
 * `CONNECTION_REJECTED`, `REQUEST_PENDING`, `TIMED_OUT`, `ABORTED`, `INVALID_WALLET_REPLY`, `CONNECTOR_FAILED` or
 * another named RPC fault.
 */
export async function connect(modal: Modal, options: ConnectOptions): Promise<Connection> {
  assertStarted(modal)
  const { silent = false, keepActive = silent, signal } = options
  const connector = findConnector(modal, options.connectorId, options.namespace)
  const connectorId = connector.meta.id
  const namespace = options.namespace ?? getNamespace(modal, connector)
  const before = modal.getState().namespaces[namespace]
  if (!before) throw new AdapterNotFoundError({ namespace })
  if (!connector.meta.namespaces.includes(namespace))
    throw new FeatureNotSupportedError({ feature: namespace, by: connector.meta.name })

  const deadline = silent ? getSilentDeadline(connector) : deadlines.approval
  const attempt = beginAttempt(modal, { key: `connect:${namespace}`, deadline, signal })
  const network = findWish(modal, before, options)
  const isFollowed = network !== undefined && !silent
  takeOver(modal, namespace, connectorId)
  setConnection(modal, namespace, toAsking(before.connection, connectorId, silent))
  watchSignIn(modal)

  let connection: Connection
  try {
    const accountType = readPreferredAccountType(modal, namespace)
    const request = { namespace, network, accountType, silent, signal: attempt.signal }
    const result = await attempt.race(connector.connect(request))
    attempt.signal.throwIfAborted()
    connection = toConnection(connectorId, namespace, result)
  } catch (cause) {
    // a newer attempt has written its own state by now
    if (attempt.isLatest()) setConnection(modal, namespace, toPrevious(getState(modal, namespace)))
    const error = toConnectError(cause)
    if (!silent) trackFailure(modal, connectorId, error)
    throw error
  } finally {
    attempt.end()
  }

  activate(modal, connection)
  listenToWallet(modal, connector, namespace)
  if (!keepActive) setActiveNamespace(modal, namespace)
  const { caipNetworkId } = connection
  const { name } = connection.wallet ?? connector.meta
  track(modal, 'CONNECT_SUCCESS', { connectorId, name, namespace, caipNetworkId, isReconnect: silent })

  if (isFollowed) {
    // asked for once: the next wallet is not
    updateNamespace(modal, namespace, (entry) => ({ ...entry, network: { ...entry.network, isChosen: false } }))
    await follow(modal, connection, { network, keepActive, signal })
  }
  if (namespace === modal.getState().activeNamespace) applyNetworkPolicy(modal)
  // what is always open has no opening that would show the account
  if (modal[internals].options.enableEmbedded && !isRefusedNetwork(modal) && !isSignInShown(modal.getState()))
    close(modal)
  const now = getConnection(modal.getState(), namespace)
  // the visitor may have left, or taken another wallet, while this one was asked for its network
  if (now?.connectorId !== connectorId) throw new AbortedError()
  return now
}

/** Connecting ends the wait for what was stored as active; with `multiWallet` that comes back beside it. */
function takeOver(modal: Modal, namespace: Namespace, connectorId: string): void {
  const { awaited } = modal[internals]
  for (const [key, entry] of awaited) {
    if (entry.namespace !== namespace) continue
    if (entry.connectorId === connectorId) awaited.delete(key)
    else if (!entry.isActive) continue
    else if (isMultiWallet(modal)) awaited.set(key, { ...entry, isActive: false })
    else awaited.delete(key)
  }
}

function getNamespace(modal: Modal, { meta }: Connector): Namespace {
  return meta.namespaces.find((namespace) => modal.getState().namespaces[namespace]) ?? meta.namespaces[0]
}

function getState(modal: Modal, namespace: Namespace): ConnectionState {
  return modal.getState().namespaces[namespace]?.connection ?? { status: 'disconnected' }
}

function findWish(modal: Modal, { network }: NamespaceState, { caipNetworkId }: ConnectOptions): Network | undefined {
  const wanted = caipNetworkId ?? (network.isChosen ? network.caipNetworkId : undefined)
  return modal.getState().networks.find((candidate) => candidate.caipNetworkId === wanted)
}

function toAsking(before: ConnectionState, connectorId: string, isReconnect: boolean): ConnectionState {
  if (before.status === 'connected') return { ...before, nextConnectorId: connectorId }
  const address = isReconnect && before.status === 'connecting' ? before.address : undefined
  return { status: 'connecting', connectorId, isReconnect, ...(address && { address }) }
}

function toPrevious(before: ConnectionState): ConnectionState {
  return before.status === 'connected'
    ? { status: 'connected', connection: before.connection }
    : { status: 'disconnected' }
}

/** The visitor chose a network before connecting. Declining it now does not undo the connection. */
async function follow(
  modal: Modal,
  { namespace, connectorId }: Connection,
  request: SwitchNetworkRequest,
): Promise<void> {
  // a user who has disconnected meanwhile has not chosen a network
  if (getConnection(modal.getState(), namespace)?.connectorId !== connectorId) return
  try {
    await setNetwork(modal, request)
  } catch (cause) {
    const isDeclined = isLatchkeyError(cause) && ['USER_REJECTED', 'ABORTED'].includes(cause.code)
    if (!isDeclined) modal[internals].warn(cause)
  }
}
