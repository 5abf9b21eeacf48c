import { setConnection, storeConnections } from '../../modal/connectionStore.js'
import { getConnection, getLiveConnections, toConnectionKey } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { toStorageKey } from '../../store/persist.js'
import { getNamespaces, type Namespace } from '../../utils/caip.js'
import { track } from '../shell/actions.js'
import { forget, getRestoring } from './forget.js'
import type { StoredConnection } from './state.js'
import { readSessionId } from './walletEvents.js'

/** Key in `listening`. Connection keys have a colon, so it can't collide with one. */
const storageKey = 'storage'

/**
 * Watches what other tabs store, from the first connection on: connections that they end also end here, as the browser
 * reports it at once, and sessions that they replace are replaced here.
 */
export function watchStorage(modal: Modal): void {
  const { listening } = modal[internals]
  const target = modal.env.window()
  if (!target || listening.has(storageKey)) return
  const onStorage = ({ key }: StorageEvent): void => {
    // no key: all storage was cleared
    if (key === null || key === toStorageKey(modal.id)) followStorage(modal)
  }
  target.addEventListener('storage', onStorage)
  listening.set(storageKey, () => target.removeEventListener('storage', onStorage))
}

/**
 * Applies what another tab has stored: connections that it ended also end here, and those whose session it replaced are
 * restored with the new one. Its new connections stay its own.
 */
export function followStorage(modal: Modal): void {
  const { load, pendingStores, persistence, signal, warn } = modal[internals]
  if (signal.aborted) return
  // a connection that is not stored yet is not one that another tab has ended
  for (const storeNow of pendingStores) storeNow()
  pendingStores.clear()
  let isReplaced = false
  const { connections } = persistence.read()
  for (const namespace of getNamespaces(modal.getState().namespaces)) {
    const stored = connections[namespace] ?? []
    const live = getLiveConnections(modal.getState(), namespace).map(({ connectorId }) => connectorId)
    for (const connectorId of new Set([...live, ...getRestoring(modal, namespace)])) {
      const entry = stored.find((item) => item.connectorId === connectorId)
      if (!entry || entry.status === 'disconnected') {
        forget(modal, namespace, { connectorId, isStored: true })
        if (live.includes(connectorId)) track(modal, 'DISCONNECT_SUCCESS', { namespace })
      } else if (hasOtherSession(modal, namespace, entry)) {
        isReplaced = true
        awaitSession(modal, namespace, entry)
      }
    }
    storeConnections(modal, namespace, (unchanged) => unchanged)
  }
  if (isReplaced)
    load
      .connection()
      .then(({ reconnect }) => {
        if (!signal.aborted) reconnect(modal, modal.env.now())
      })
      .catch(warn)
}

/** Whether a live connection uses another session than the one that is stored: both tabs share the wallet's storage. */
function hasOtherSession(modal: Modal, namespace: Namespace, stored: StoredConnection): boolean {
  const { sessionId } = getConnection(modal.getState(), namespace, stored.connectorId) ?? {}
  const next = readSessionId(stored)
  return sessionId !== undefined && next !== undefined && next !== sessionId
}

/** Ends a connection whose session is over, and waits for the one that is stored, as after a reload. */
function awaitSession(modal: Modal, namespace: Namespace, { status: _status, ...stored }: StoredConnection): void {
  const { connectorId } = stored
  const isActive = getConnection(modal.getState(), namespace)?.connectorId === connectorId
  forget(modal, namespace, { connectorId, isStored: true })
  modal[internals].awaited.set(toConnectionKey(namespace, connectorId), { ...stored, namespace, isActive })
  const { connection } = modal.getState().namespaces[namespace] ?? {}
  if (isActive && connection?.status === 'disconnected')
    setConnection(modal, namespace, { status: 'connecting', connectorId, isReconnect: true })
}
