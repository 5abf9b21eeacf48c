import { storeConnections } from '../../modal/connectionStore.js'
import { getLiveConnections } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { toStorageKey } from '../../store/persist.js'
import { isNamespace } from '../../utils/caip.js'
import { forget } from './forget.js'

/** Not the key of a connection: those have a colon. */
const storageKey = 'storage'

/**
 * Follows what other tabs write, from the first connection on: what they disconnect ends here too, as the browser tells
 * of it at once.
 */
export function watchStorage(modal: Modal): void {
  const { listening } = modal[internals]
  const target = modal.env.window()
  if (!target || listening.has(storageKey)) return
  const onStorage = ({ key }: StorageEvent): void => {
    // without a key all was cleared
    if (key === null || key === toStorageKey(modal.id)) followStorage(modal)
  }
  target.addEventListener('storage', onStorage)
  listening.set(storageKey, () => target.removeEventListener('storage', onStorage))
}

/** Another tab has written: what it disconnected ends here too. What it connected stays its own. */
export function followStorage(modal: Modal): void {
  const { awaited, persistence, signal } = modal[internals]
  if (signal.aborted) return
  const { connections } = persistence.read()
  for (const namespace of Object.keys(modal.getState().namespaces).filter(isNamespace)) {
    const stored = connections[namespace] ?? []
    const awaitedHere = [...awaited.values()].filter((entry) => entry.namespace === namespace)
    for (const { connectorId } of [...getLiveConnections(modal.getState(), namespace), ...awaitedHere]) {
      const entry = stored.find((item) => item.connectorId === connectorId)
      if (!entry || entry.status === 'disconnected') forget(modal, namespace, { connectorId, isStored: true })
    }
    storeConnections(modal, namespace, (unchanged) => unchanged)
  }
}
