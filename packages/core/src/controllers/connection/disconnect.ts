import { DisconnectFailedError } from '../../errors/connection.js'
import { assertStarted } from '../../modal/attempts.js'
import { getLiveConnections, isLive } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getNamespaces, type Namespace } from '../../utils/caip.js'
import { close, reset, showToast, toStartRoute, track } from '../shell/actions.js'
import { getConnectors, getJoinedConnectorIds } from '../wallets/connectors.js'
import { forget, getRestoring, hasSession, releaseWallet, signOutConnections } from './forget.js'
import type { Connection } from './state.js'

export type DisconnectOptions = {
  /** The namespace to disconnect. Default: all, including pending connections. */
  readonly namespace?: Namespace | undefined
  /** Only connections of this connector; for a `MULTI_CHAIN` connector, those of all its parts. */
  readonly connectorId?: string | undefined
  /** Also removes them from the list of ended connections. */
  readonly isRemoved?: boolean | undefined
  /** Keeps the modal open, on its start view. */
  readonly keepOpen?: boolean | undefined
  /** Keeps the current view, for views that show the remaining connections. */
  readonly keepView?: boolean | undefined
  /** Keeps the accounts signed in, like `signOutOnDisconnect: false`. */
  readonly keepSession?: boolean | undefined
}

type End = { readonly namespace: Namespace; readonly error?: unknown }

type EndUnusedSessionOptions = {
  readonly connectorId: string
  /** Keeps the session if its connector has a live connection: a useless session that replaced no other. */
  readonly keepLive?: boolean | undefined
}

/**
 * Disconnects. Account, network and stored connection are removed at once and the modal closes [S4.3], whatever the
 * wallet responds. Connections that are still being restored end as well. If several wallets are connected, the next
 * one of the namespace becomes active.
 *
 * Throws `DISCONNECT_FAILED` if a wallet does not confirm: 'Failed to disconnect' for one namespace, 'Failed to
 * disconnect chains: …' for all. [S8.13] [S8.44]
 */
export async function disconnect(modal: Modal, options: DisconnectOptions = {}): Promise<void> {
  assertStarted(modal)
  const { namespace, connectorId, isRemoved, keepOpen = false, keepView = false, keepSession = false } = options
  const targets = namespace ? [namespace] : getNamespaces(modal.getState().namespaces)
  const ids = connectorId === undefined ? undefined : toConnectorIds(modal, connectorId)
  const live = getNamespaces(modal.getState().namespaces).flatMap((name) => getLiveConnections(modal.getState(), name))
  const ended = targets.flatMap((target) => leave(modal, target, ids, isRemoved))
  // a session that spans namespaces ends in all of them, and its wallet is asked once
  const sessions = new Set(ended.map((connection) => connection.connectorId).filter((id) => hasSession(modal, id)))
  for (const other of getNamespaces(modal.getState().namespaces))
    ended.push(...leave(modal, other, [...sessions], isRemoved))
  const ends = [
    // a wallet without a session that was only being restored has nothing to end
    ...ended
      .filter((connection) => !sessions.has(connection.connectorId) && live.includes(connection))
      .map((connection) => [connection]),
    ...[...sessions].map((id) => ended.filter((connection) => connection.connectorId === id)),
  ].map((connections) => release(modal, connections))
  const signingOut = keepSession ? undefined : signOutConnections(modal, ended).catch(modal[internals].warn)
  if (!keepOpen && !keepView) close(modal, { force: true })
  else if (!keepView && modal.getState().modal.open) reset(modal, toStartRoute(modal))

  const results = (await Promise.all(ends)).flat()
  await signingOut
  const failures = results.filter((result) => result.error !== undefined)
  const [first] = failures
  if (!first) return
  showToast(modal, { variant: 'error', message: { code: 'DISCONNECT_FAILED' } })
  const chains = namespace ? undefined : [...new Set(failures.map((failure) => failure.namespace))]
  throw new DisconnectFailedError({ cause: first.error, chains })
}

/**
 * Ends a session that a wallet approved but that is not used, because the user left at that moment or because it is
 * useless. It has replaced an older session, so connections that still use that one end too.
 */
export function endUnusedSession(modal: Modal, { connectorId, keepLive }: EndUnusedSessionOptions): void {
  const { connectors, pairing, signal, warn } = modal[internals]
  if (pairing && !pairing.signal.aborted) {
    pairing.result.then(
      () => undefined, // it has replaced the session
      () => endUnusedSession(modal, { connectorId, keepLive }),
    )
    return
  }
  const [namespace] = connectors.get(connectorId)?.meta.namespaces ?? []
  if (!namespace || signal.aborted || (keepLive && isLive(modal.getState(), connectorId))) return
  releaseWallet(modal, { connectorId, namespace }).catch(warn)
}

function toConnectorIds(modal: Modal, connectorId: string): readonly string[] {
  const joined = getConnectors(modal.getState()).find(({ id }) => id === connectorId)
  return joined ? getJoinedConnectorIds(joined) : [connectorId]
}

/** Removes connections at once, live ones and those that are being restored. Returns them. */
function leave(
  modal: Modal,
  namespace: Namespace,
  ids: readonly string[] | undefined,
  isRemoved: boolean | undefined,
): readonly Connection[] {
  const state = modal.getState()
  const current = state.namespaces[namespace]?.connection
  const asked = current?.status === 'connecting' ? [current.connectorId] : []
  const matches = (id: string): boolean => ids?.includes(id) ?? true
  const live = getLiveConnections(state, namespace).filter(({ connectorId }) => matches(connectorId))
  const liveIds = live.map(({ connectorId }) => connectorId)
  const restoring = getRestoring(modal, namespace).filter((id) => matches(id) && !liveIds.includes(id))
  const restored = restoring.flatMap((id) => readStoredConnection(modal, namespace, id) ?? [])
  if (!ids) forget(modal, namespace, { isRemoved })
  else
    for (const connectorId of new Set([...asked.filter(matches), ...restoring, ...liveIds]))
      forget(modal, namespace, { connectorId, isRemoved })
  return [...live, ...restored]
}

/** Returns a connection as the last visit has stored it. */
function readStoredConnection(modal: Modal, namespace: Namespace, connectorId: string): Connection | undefined {
  const stored = modal[internals].persistence.read().connections[namespace] ?? []
  const { address, caipNetworkId } = stored.find((item) => item.connectorId === connectorId) ?? {}
  if (address === undefined || caipNetworkId === undefined) return undefined
  return { connectorId, namespace, accounts: [{ namespace, address, type: 'eoa' }], caipNetworkId }
}

/** Asks one wallet to disconnect all of its connections. */
async function release(modal: Modal, connections: readonly Connection[]): Promise<readonly End[]> {
  const [first] = connections
  try {
    if (first) await releaseWallet(modal, first)
    for (const { namespace } of connections) track(modal, 'DISCONNECT_SUCCESS', { namespace })
    return connections
  } catch (error) {
    for (const { namespace } of connections) track(modal, 'DISCONNECT_ERROR', { namespace, message: String(error) })
    return connections.map(({ namespace }) => ({ namespace, error }))
  }
}
