import { internals, type Modal } from '../../modal.js'
import { isNamespace } from '../../utils/caip.js'
import { forget } from './forget.js'
import { getLiveConnections } from './getLiveConnections.js'
import { storeConnections } from './storeConnections.js'

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
