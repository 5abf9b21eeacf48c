import type { AdapterInstance } from '../../contracts/adapter.js'
import { AbortedError, isLatchkeyError } from '../../errors/LatchkeyError.js'
import { type Attempt, beginAttempt, setTimer } from '../../modal/attempts.js'
import { setConnection, storeConnection, storeConnections } from '../../modal/connectionStore.js'
import { getConnection, isMultiWallet, toConnectionKey } from '../../modal/connections.js'
import { hasLogins } from '../../modal/features.js'
import { type AwaitedConnection, internals, type Modal } from '../../modal/modal.js'
import { findNetwork } from '../../modal/namespaces.js'
import type { Namespace } from '../../utils/caip.js'
import { readPreferredAccountType } from '../account/accountType.js'
import { open, push } from '../shell/actions.js'
import type { OpenRequest, Route } from '../shell/state.js'
import { connect, findConnector, getSilentTimeout } from './connect.js'
import { toRestoreKey } from './forget.js'
import { watchStorage } from './otherTabs.js'
import type { Connection } from './state.js'
import { listenToWallet, readSessionId, toConnection } from './walletEvents.js'

/** Milliseconds that a previously connected wallet has to announce itself. */
const announcementTimeout = 3_000

type AdoptOptions = {
  readonly namespace: Namespace
  readonly connectorId: string
  /** Whether it is the app's active connection, not one beside it. */
  readonly isActive: boolean
}

type RestoreOptions = AdoptOptions &
  Pick<AwaitedConnection, 'caipNetworkId' | 'sessionId'> & {
    /** Whether it is a connection of an earlier visit, not one of another library. */
    readonly isStored: boolean
  }

/**
 * Restores stored connections without a prompt [S4.2]. The time that wallets have to announce themselves counts from
 * `startedAt`, in milliseconds since the epoch.
 */
export function reconnect(modal: Modal, startedAt: number): void {
  const { awaited } = modal[internals]
  watchStorage(modal)
  restoreAnnounced(modal)
  const left = startedAt + announcementTimeout - modal.env.now()
  for (const { namespace, isActive } of awaited.values()) {
    if (!isActive) continue
    if (left > 0) setTimer(modal, `await:${namespace}`, () => stopWaiting(modal, namespace), left)
    else stopWaiting(modal, namespace)
  }
  // wallets may announce themselves late
  const unsubscribe = modal.subscribe((state, previous) => {
    if (state.connectors !== previous.connectors) restoreAnnounced(modal)
    if (awaited.size === 0) unsubscribe()
  })
}

/**
 * Adopts a connection that was made outside the modal, without a prompt. Does nothing while the user is connecting
 * another wallet, if the connection no longer exists, or after the end of the modal.
 */
export async function adoptConnection(modal: Modal, { namespace, connectorId, isActive }: AdoptOptions): Promise<void> {
  if (modal.getState().status !== 'ready') return
  const state = modal.getState().namespaces[namespace]?.connection
  const isAsking =
    state?.status === 'connecting' ? !state.isReconnect : state?.status === 'connected' && state.nextConnectorId
  const isActiveHere = getConnection(modal.getState(), namespace)?.connectorId === connectorId
  if (isAsking || isActiveHere) return
  try {
    if (isActive || isMultiWallet(modal)) await restore(modal, { connectorId, namespace, isActive, isStored: false })
  } catch (cause) {
    const isGone = isLatchkeyError(cause) && ['UNAUTHORIZED', 'ABORTED'].includes(cause.code)
    if (!isGone) throw cause
  }
}

/** Adopts the connections that an adapter reports, until the modal ends. */
export function followAdapter(modal: Modal, namespace: Namespace, adapter: AdapterInstance): void {
  const { onDestroy, signal, warn } = modal[internals]
  if (signal.aborted) return
  const stop = adapter.onConnect?.((connection) => {
    if (!signal.aborted) adoptConnection(modal, { namespace, ...connection }).catch(warn)
  })
  if (stop) onDestroy(stop)
}

/** Reopens an ended login: logins without an email start at once, others open their view. [S4.6] */
export async function reopenRoute(modal: Modal, route: Route, namespace: Namespace): Promise<void> {
  const { load, warn } = modal[internals]
  if (route.view === 'ConnectingSocial') {
    const { provider } = route.params
    const { startSocialLogin } = await load.login()
    startSocialLogin(modal, { provider, namespace }).catch(warn)
  } else if (route.view === 'ConnectingPasskey') {
    const { startPasskeyLogin } = await load.login()
    startPasskeyLogin(modal, { use: 'login', namespace }).catch(warn)
  } else if (route.view === 'ConnectingFarcaster') {
    const { startFarcaster } = await load.login()
    startFarcaster(modal, { namespace }).catch(warn)
  } else if (modal.getState().modal.open) push(modal, route)
  else open(modal, { view: route.view, arguments: route.params } as OpenRequest)
}

function restoreAnnounced(modal: Modal): void {
  const { awaited, connectors } = modal[internals]
  for (const entry of [...awaited.values()])
    if (isLoginOff(modal, entry)) skip(modal, entry)
    else if (connectors.has(entry.connectorId))
      restore(modal, { ...entry, isStored: true }).catch(() => {
        // the wallet is locked or has revoked access: list the connection as ended, so that the user can reconnect
        if (!modal[internals].signal.aborted) storeConnections(modal, entry.namespace, (stored) => stored)
      })
}

/** Whether it is the connection of a login while the app offers none: its frame must not be loaded. [S4.31] */
function isLoginOff(modal: Modal, { connectorId }: AwaitedConnection): boolean {
  const isLogin = modal[internals].connectors.get(connectorId)?.meta.type === 'AUTH'
  return isLogin && !hasLogins(modal.getState().features)
}

/** Lists a stored connection as ended instead of restoring it. */
function skip(modal: Modal, { namespace, connectorId, isActive }: AwaitedConnection): void {
  modal[internals].awaited.delete(toConnectionKey(namespace, connectorId))
  if (isActive) setConnection(modal, namespace, { status: 'disconnected' })
  storeConnections(modal, namespace, (stored) => stored)
}

/**
 * Makes a connection again that is to be the active one, or one beside it, without a prompt. Rejects if the wallet
 * doesn't agree, or once `forget` has ended the attempt.
 */
async function restore(modal: Modal, options: RestoreOptions): Promise<void> {
  if (!options.isActive) return resume(modal, options)
  const { connectorId, namespace, caipNetworkId, sessionId } = options
  const attempt = beginRestore(modal, options)
  try {
    const { signal } = attempt
    await connect(modal, { connectorId, namespace, caipNetworkId, sessionId, silent: true, signal })
  } catch (cause) {
    const { features, namespaces, status } = modal.getState()
    const isOvertaken = namespaces[namespace]?.connection.status !== 'disconnected'
    // the user connected another wallet first; this one is restored beside it, unless it was disconnected
    if (attempt.isLatest() && status === 'ready' && isOvertaken && features.multiWallet) return resume(modal, options)
    throw cause
  } finally {
    attempt.end()
  }
}

function beginRestore(modal: Modal, { connectorId, namespace }: RestoreOptions): Attempt {
  const timeout = getSilentTimeout(findConnector(modal, connectorId, namespace))
  return beginAttempt(modal, { key: toRestoreKey(namespace, connectorId), timeout })
}

/** Shows the namespace as disconnected. A wallet that announces itself later is still restored. */
function stopWaiting(modal: Modal, namespace: Namespace): void {
  const { awaited } = modal[internals]
  const isAwaited = [...awaited.values()].some((entry) => entry.isActive && entry.namespace === namespace)
  if (isAwaited) setConnection(modal, namespace, { status: 'disconnected' })
}

/** Restores a connection beside the active one, without a prompt. Rejects if the wallet doesn't agree. */
async function resume(modal: Modal, options: RestoreOptions): Promise<void> {
  const { connectorId, namespace, caipNetworkId, isStored } = options
  const { awaited, connectors } = modal[internals]
  const connector = connectors.get(connectorId)
  awaited.delete(toConnectionKey(namespace, connectorId))
  if (!connector || getConnection(modal.getState(), namespace, connectorId)) return
  const attempt = beginRestore(modal, options)
  try {
    const network = findNetwork(modal.getState(), caipNetworkId)
    const accountType = readPreferredAccountType(modal, namespace)
    const sessionId = readSessionId(options)
    const request = { namespace, network, accountType, silent: true, sessionId, signal: attempt.signal }
    const connection = toConnection(connectorId, namespace, await attempt.race(connector.connect(request)))
    attempt.signal.throwIfAborted()
    // another tab may have disconnected it, which the browser reports a moment later
    if (isStored && !isStoredLive(modal, options)) throw new AbortedError({ details: 'It was disconnected.' })
    const entry = modal.getState().namespaces[namespace]
    // the user may have connected it in the meantime
    if (!entry || getConnection(modal.getState(), namespace, connectorId)) return
    setConnection(modal, namespace, entry.connection, inStoredOrder(modal, [...entry.others, connection]))
    listenToWallet(modal, connector, namespace)
    storeConnection(modal, connection)
  } finally {
    attempt.end()
  }
}

function isStoredLive(modal: Modal, { namespace, connectorId }: RestoreOptions): boolean {
  const stored = modal[internals].persistence.read().connections[namespace] ?? []
  return stored.some((item) => item.connectorId === connectorId && item.status !== 'disconnected')
}

/** Sorts connections as they were stored, as wallets respond in any order. */
function inStoredOrder(modal: Modal, connections: readonly Connection[]): readonly Connection[] {
  const { connections: stored } = modal[internals].persistence.read()
  const toPlace = ({ namespace, connectorId }: Connection): number =>
    stored[namespace]?.findIndex((item) => item.connectorId === connectorId) ?? 0
  return connections.toSorted((a, b) => toPlace(a) - toPlace(b))
}
