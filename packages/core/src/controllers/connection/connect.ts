import type { Connector } from '../../contracts/connector.js'
import type { Network } from '../../contracts/network.js'
import {
  AdapterNotFoundError,
  ConnectionRejectedError,
  ConnectorNotFoundError,
  FeatureNotSupportedError,
} from '../../errors/connection.js'
import { AbortedError, isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { setConnection, storeConnection } from '../../modal/connectionStore.js'
import { getConnection, isLive, isMultiWallet } from '../../modal/connections.js'
import { internals, type Modal, type NamespaceState } from '../../modal/modal.js'
import { findNetwork, isRefusedNetwork, setActiveNamespace, updateNamespace } from '../../modal/namespaces.js'
import { hasSiwx } from '../../modal/signIn.js'
import { timeouts } from '../../modal/timeouts.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { whenPainted } from '../../utils/whenPainted.js'
import { readPreferredAccountType } from '../account/accountType.js'
import { applyNetworkPolicy, type SwitchNetworkRequest, setNetwork } from '../requests/setNetwork.js'
import { close, isSignInShown, track } from '../shell/actions.js'
import { getConnectors, getJoinedConnectorIds, toRecentId } from '../wallets/connectors.js'
import { hasSession, releaseWallet, stopListening } from './forget.js'
import { watchStorage } from './otherTabs.js'
import type { Connection, ConnectionState } from './state.js'
import { listenToWallet, readSessionId, toConnection } from './walletEvents.js'

export type ConnectOptions = {
  readonly connectorId: string
  /** The namespace to connect. Default: the connector's first one that the modal has. */
  readonly namespace?: Namespace | undefined
  /** Connects only if the wallet needs no consent from the user. */
  readonly silent?: boolean | undefined
  /** The wallet's network on the last visit, as a preference for wallets that don't remember it. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  /** The stored session to restore. Unparsed. */
  readonly sessionId?: unknown
  /** Doesn't change the active namespace. */
  readonly keepActive?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** Maximum number of recent wallets. [S9.3] */
const maxRecent = 2

/** Key in `listening`. Connection keys have a colon, so it can't collide with one. */
const signInKey = 'siwxCode'

type RecentChanges = { readonly replaces: readonly string[]; readonly reconnected?: string | undefined }

/**
 * Connects a wallet. A newer attempt in the same namespace, `signal`, the timeout or `destroy()` cancels this one. An
 * existing connection stays until the new wallet has agreed. Then it is released, or with `multiWallet` stays connected
 * beside the new one.
 *
 * Throws `NOT_STARTED`, `CONNECTOR_NOT_FOUND`, `ADAPTER_NOT_FOUND`, `FEATURE_NOT_SUPPORTED` (not in this namespace),
 * `CONNECTION_REJECTED`, `REQUEST_PENDING`, `TIMED_OUT`, `ABORTED`, `INVALID_WALLET_REPLY`, `CONNECTOR_FAILED` or
 * another named RPC error.
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

  const timeout = silent ? getSilentTimeout(connector) : timeouts.approval
  const attempt = beginAttempt(modal, { key: `connect:${namespace}`, timeout, signal })
  const network = findPreferredNetwork(modal, before, options)
  const isNetworkChosen = network !== undefined && !silent
  stopAwaiting(modal, namespace, connectorId)
  setConnection(modal, namespace, toConnecting(before.connection, connectorId, silent))
  watchSignIn(modal)

  let connection: Connection
  try {
    const accountType = readPreferredAccountType(modal, namespace)
    const sessionId = readSessionId(options)
    const request = { namespace, network, accountType, silent, sessionId, signal: attempt.signal }
    const result = await attempt.race(connector.connect(request))
    attempt.signal.throwIfAborted()
    connection = toConnection(connectorId, namespace, result)
  } catch (cause) {
    // otherwise a newer attempt has already written its own state
    if (attempt.isLatest()) setConnection(modal, namespace, toPrevious(getState(modal, namespace)))
    const error = toConnectError(cause)
    if (!silent) trackFailure(modal, connectorId, error)
    throw error
  } finally {
    attempt.end()
  }

  const { caipNetworkId } = connection
  const { name } = connection.wallet ?? connector.meta
  const previous = modal[internals].store.batch(() => {
    const replaced = activate(modal, connection)
    if (!keepActive) setActiveNamespace(modal, namespace)
    track(modal, 'CONNECT_SUCCESS', { connectorId, name, namespace, caipNetworkId, isReconnect: silent })
    return replaced
  })
  // the user waits for the address: storage follows the frame that shows it, or precedes the end of the connection
  const { pendingStores } = modal[internals]
  const storeNow = whenPainted(modal.env, () => store(modal, connection))
  pendingStores.add(storeNow)
  listenToWallet(modal, connector, namespace, () => {
    storeNow()
    pendingStores.delete(storeNow)
  })
  if (previous) release(modal, previous)

  if (isNetworkChosen) {
    // the chosen network is requested once, not from the next wallet again
    updateNamespace(modal, namespace, (entry) => ({ ...entry, network: { ...entry.network, isChosen: false } }))
    await applyChosenNetwork(modal, connection, { network, keepActive, signal })
  }
  if (namespace === modal.getState().activeNamespace) applyNetworkPolicy(modal)
  // an embedded modal is never opened, so it has to move on to the account here, unless other namespaces follow
  const isLast = modal.getState().ask?.kind !== 'connectChains'
  if (modal[internals].options.inline && isLast && !isRefusedNetwork(modal) && !isSignInShown(modal.getState()))
    close(modal)
  const now = getConnection(modal.getState(), namespace)
  // the user may have disconnected or switched wallets while this one was asked to switch networks
  if (now?.connectorId !== connectorId) throw new AbortedError()
  return now
}

/**
 * Makes a connection the active one of its namespace. The previous one stays beside it with `multiWallet`; otherwise it is
 * returned, to be released.
 */
function activate(modal: Modal, connection: Connection): Connection | undefined {
  const { connectorId, namespace } = connection
  const isOther = (candidate: Connection): boolean => candidate.connectorId !== connectorId
  const before = getConnection(modal.getState(), namespace)
  const others = (modal.getState().namespaces[namespace]?.others ?? []).filter(isOther)
  const previous = before && isOther(before) ? before : undefined
  const isKept = previous !== undefined && isMultiWallet(modal)
  setConnection(modal, namespace, { status: 'connected', connection }, isKept ? [previous, ...others] : others)
  if (!previous || isKept) return undefined
  stopListening(modal, previous)
  return previous
}

/** Stores a connection, unless it has ended since, and follows what other tabs do with it. */
function store(modal: Modal, { namespace, connectorId }: Connection): void {
  const now = getConnection(modal.getState(), namespace, connectorId)
  if (!now) return
  storeConnection(modal, now)
  remember(modal, connectorId)
  if (!modal[internals].signal.aborted) watchStorage(modal)
}

/** Disconnects a wallet that another one has replaced. */
function release(modal: Modal, previous: Connection): void {
  // keep a session that another namespace still uses
  if (hasSession(modal, previous.connectorId) && isLive(modal.getState(), previous.connectorId)) return
  releaseWallet(modal, previous).catch(modal[internals].warn)
}

/**
 * Returns a connector by its id. For a `MULTI_CHAIN` connector, returns the part of the namespace, or the first part.
 * Throws `CONNECTOR_NOT_FOUND`. [S8.11]
 */
export function findConnector(modal: Modal, id: string, namespace?: Namespace | undefined): Connector {
  const { connectors } = modal[internals]
  const own = connectors.get(id)
  if (own) return own
  const joined = getConnectors(modal.getState()).find((meta) => meta.id === id)
  const parts = joined?.connectorIds ?? {}
  const part = namespace ? parts[namespace] : joined && parts[joined.namespaces[0]]
  const found = part && connectors.get(part)
  if (!found) throw new ConnectorNotFoundError({ id })
  return found
}

/** Records a wallet of the list as recent after pairing. */
export function rememberWallet(modal: Modal, walletId: string): void {
  const id = toRecentId(walletId)
  storeRecent(modal, [id], { replaces: [id] })
}

/** Converts an error of connecting. `USER_REJECTED` becomes `CONNECTION_REJECTED`. [S8.4] */
export function toConnectError(cause: unknown): LatchkeyError {
  const error = toLatchkeyError(cause)
  return error.code === 'USER_REJECTED' ? new ConnectionRejectedError({ cause }) : error
}

/** Tracks why a wallet was not connected. Aborted attempts aren't tracked. */
export function trackFailure(modal: Modal, connectorId: string, { code, shortMessage }: LatchkeyError): void {
  if (code === 'CONNECTION_REJECTED') track(modal, 'USER_REJECTED', { connectorId })
  else if (code !== 'ABORTED') track(modal, 'CONNECT_ERROR', { connectorId, code, message: shortMessage })
}

/** Returns the timeout of a connector for connecting without a prompt, in milliseconds. */
export function getSilentTimeout({ meta }: Connector): number {
  return meta.type === 'AUTH' ? timeouts.silentLogin : timeouts.silent
}

/**
 * Stops waiting for stored connections that this one replaces. With `multiWallet`, the stored active one is restored
 * beside it.
 */
function stopAwaiting(modal: Modal, namespace: Namespace, connectorId: string): void {
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

function findPreferredNetwork(
  modal: Modal,
  { network }: NamespaceState,
  { caipNetworkId }: ConnectOptions,
): Network | undefined {
  const wanted = caipNetworkId ?? (network.isChosen ? network.caipNetworkId : undefined)
  return findNetwork(modal.getState(), wanted)
}

function toConnecting(before: ConnectionState, connectorId: string, isReconnect: boolean): ConnectionState {
  if (before.status === 'connected') return { ...before, nextConnectorId: connectorId }
  const address = isReconnect && before.status === 'connecting' ? before.address : undefined
  return { status: 'connecting', connectorId, isReconnect, ...(address && { address }) }
}

function toPrevious(before: ConnectionState): ConnectionState {
  return before.status === 'connected'
    ? { status: 'connected', connection: before.connection }
    : { status: 'disconnected' }
}

/** Switches to the network that the user chose before connecting. If the user declines, the connection stays. */
async function applyChosenNetwork(
  modal: Modal,
  { namespace, connectorId }: Connection,
  request: SwitchNetworkRequest,
): Promise<void> {
  // don't switch if the user has disconnected in the meantime
  if (getConnection(modal.getState(), namespace)?.connectorId !== connectorId) return
  try {
    await setNetwork(modal, request)
  } catch (cause) {
    const isDeclined = isLatchkeyError(cause) && ['USER_REJECTED', 'ABORTED'].includes(cause.code)
    if (!isDeclined) modal[internals].warn(cause)
  }
}

/**
 * Records that a wallet was used: it becomes a recent one, and no longer counts as disconnected. For connectors that
 * reach many wallets, the wallet itself is recorded by {@link rememberWallet}.
 */
function remember(modal: Modal, connectorId: string): void {
  // a wallet in several namespaces counts once
  const wallet = getConnectors(modal.getState())
    .map(getJoinedConnectorIds)
    .find((ids) => ids.includes(connectorId)) ?? [connectorId]
  storeRecent(modal, hasSession(modal, connectorId) ? [] : [connectorId], {
    replaces: wallet,
    reconnected: connectorId,
  })
}

function storeRecent(modal: Modal, ids: readonly string[], { replaces, reconnected }: RecentChanges): void {
  const { persistence, store } = modal[internals]
  const { recentConnectorIds } = persistence.update((data) => ({
    ...data,
    disconnectedConnectorIds: data.disconnectedConnectorIds.filter((id) => id !== reconnected),
    recentConnectorIds: [...ids, ...data.recentConnectorIds.filter((id) => !replaces.includes(id))].slice(0, maxRecent),
  }))
  store.setState((state) => ({ ...state, recentConnectorIds }))
}

/** Loads the sign-in feature once a wallet is connecting or connected, retrying failed loads. Safe to call again. */
function watchSignIn(modal: Modal): void {
  const { listening, load, warn } = modal[internals]
  if (!hasSiwx(modal) || listening.has(signInKey)) return
  const stop = modal.subscribe(begin)
  listening.set(signInKey, stop)
  begin()
  function begin(): void {
    const entries = Object.values(modal.getState().namespaces)
    if (entries.every(({ connection }) => connection.status === 'disconnected')) return
    load
      .signIn()
      .then(({ startSignIn }) => {
        stop()
        return startSignIn(modal)
      })
      .catch(warn)
  }
}
