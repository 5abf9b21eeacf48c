import { DisconnectFailedError } from '../../errors/connection.js'
import { assertStarted } from '../../modal/attempts.js'
import { getLiveConnections, isLive } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { isNamespace, type Namespace } from '../../utils/caip.js'
import { track } from '../shell/events.js'
import { showToast } from '../shell/notices.js'
import { close, reset, toStartRoute } from '../shell/router.js'
import { getConnectors, getPartIds } from '../wallets/connectors.js'
import { forget, hasSession, releaseWallet, signOutConnections } from './forget.js'
import type { Connection } from './state.js'

export type DisconnectOptions = {
  /** All that are connected, or about to be, unless told. */
  readonly namespace?: Namespace | undefined
  /** Only connections through this connector; of a `MULTI_CHAIN` one those of all its parts. */
  readonly connectorId?: string | undefined
  /** Takes them off the list of connections that ended, too. */
  readonly isRemoved?: boolean | undefined
  /** Leaves the modal open, on the view that opening would show. */
  readonly keepOpen?: boolean | undefined
  /** Leaves the modal as it is: for a view that shows what is left. */
  readonly keepView?: boolean | undefined
  /** Leaves the accounts signed in, as `signOutOnDisconnect: false` does. */
  readonly keepSession?: boolean | undefined
}

/**
 * Ends connections. Account, network and stored connection are gone at once and the modal closes [S4.3], whatever the
 * wallet answers. Where several wallets are connected, the next one of the namespace takes the place of the one that
 * ended.
 *
 * Throws `DISCONNECT_FAILED` when a wallet does not confirm that it let go: 'Failed to disconnect' of one namespace,
 * 'Failed to disconnect chains: …' of all. [S8.13] [S8.44]
 */
export async function disconnect(modal: Modal, options: DisconnectOptions = {}): Promise<void> {
  assertStarted(modal)
  const { namespace, connectorId, isRemoved, keepOpen = false, keepView = false, keepSession = false } = options
  const targets = namespace ? [namespace] : getNamespaces(modal.getState())
  const ids = connectorId === undefined ? undefined : toPartIds(modal, connectorId)
  const gone = targets.flatMap((target) => leave(modal, target, ids, isRemoved))
  // where one session serves several chain families it ends in all of them, and is asked to once
  const sessions = new Set(gone.map((connection) => connection.connectorId).filter((id) => hasSession(modal, id)))
  for (const other of getNamespaces(modal.getState())) gone.push(...leave(modal, other, [...sessions], isRemoved))
  const ends = [
    ...gone.filter((connection) => !sessions.has(connection.connectorId)).map((connection) => [connection]),
    ...[...sessions].map((id) => gone.filter((connection) => connection.connectorId === id)),
  ].map((connections) => release(modal, connections))
  const signingOut = keepSession ? undefined : signOutConnections(modal, gone).catch(modal[internals].warn)
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

function getNamespaces({ namespaces }: ModalState): readonly Namespace[] {
  return Object.keys(namespaces).filter(isNamespace)
}

function toPartIds(modal: Modal, connectorId: string): readonly string[] {
  const joined = getConnectors(modal.getState()).find(({ id }) => id === connectorId)
  return joined ? getPartIds(joined) : [connectorId]
}

type End = { readonly namespace: Namespace; readonly error?: unknown }

/** Forgets at once, and gives the connections whose wallets are still to be told. */
function leave(
  modal: Modal,
  namespace: Namespace,
  ids: readonly string[] | undefined,
  isRemoved: boolean | undefined,
): readonly Connection[] {
  const state = modal.getState()
  const live = getLiveConnections(state, namespace)
  const meant = live.filter(({ connectorId }) => !ids || ids.includes(connectorId))
  const current = state.namespaces[namespace]?.connection
  const asked = current?.status === 'connecting' ? current.connectorId : undefined
  if (!ids) forget(modal, namespace, { isRemoved })
  else if (asked !== undefined && ids.includes(asked)) forget(modal, namespace, { connectorId: asked, isRemoved })
  else for (const { connectorId } of meant) forget(modal, namespace, { connectorId, isRemoved })
  return meant
}

/** Of one wallet. */
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

type EndUnusedSessionOptions = {
  readonly connectorId: string
  /** A session that took no other's place leaves those alone that are connected by an older one. */
  readonly isUseless?: boolean | undefined
}

/**
 * Ends a session that a wallet agreed to and that nobody takes up: the visitor left in that moment, or it is of no use. It
 * has taken the place of an older one, so that whatever is still connected by that has nobody behind it and ends too.
 */
export function endUnusedSession(modal: Modal, { connectorId, isUseless }: EndUnusedSessionOptions): void {
  const { connectors, pairing, signal, warn } = modal[internals]
  if (pairing && !pairing.signal.aborted) {
    void pairing.result.then((connections) => {
      // one that went well has replaced it
      if (!connections) endUnusedSession(modal, { connectorId, isUseless })
    })
    return
  }
  const [namespace] = connectors.get(connectorId)?.meta.namespaces ?? []
  if (!namespace || signal.aborted || (isUseless && isLive(modal.getState(), connectorId))) return
  releaseWallet(modal, { connectorId, namespace }).catch(warn)
}
