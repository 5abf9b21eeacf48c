import { storeConnections } from '../../modal/connectionStore.js'
import { getLiveConnections } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { toStorageKey } from '../../store/persist.js'
import { getNamespaces } from '../../utils/caip.js'
import { forget } from './forget.js'

/** Key in `listening`. Connection keys have a colon, so it can't collide with one. */
const storageKey = 'storage'

/**
 * Watches what other tabs store, from the first connection on: connections that they end also end here, as the browser
 * reports it at once.
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

/** Applies what another tab has stored: connections that it ended also end here. Its new connections stay its own. */
export function followStorage(modal: Modal): void {
  const { awaited, persistence, signal } = modal[internals]
  if (signal.aborted) return
  const { connections } = persistence.read()
  for (const namespace of getNamespaces(modal.getState().namespaces)) {
    const stored = connections[namespace] ?? []
    const awaitedHere = [...awaited.values()].filter((entry) => entry.namespace === namespace)
    for (const { connectorId } of [...getLiveConnections(modal.getState(), namespace), ...awaitedHere]) {
      const entry = stored.find((item) => item.connectorId === connectorId)
      if (!entry || entry.status === 'disconnected') forget(modal, namespace, { connectorId, isStored: true })
    }
    storeConnections(modal, namespace, (unchanged) => unchanged)
  }
}
