import { type AwaitedConnection, internals, type Modal } from '../../modal.js'
import { connect } from './connect.js'
import { resume } from './resume.js'
import { storeConnections } from './storeConnections.js'

/** Restores the connections that `start()` found stored, without a prompt. [S4.2] */
export function reconnect(modal: Modal): void {
  const { awaited } = modal[internals]
  restoreAnnounced(modal)
  // a wallet may announce itself late
  const unsubscribe = modal.subscribe((state, previous) => {
    if (state.connectors !== previous.connectors) restoreAnnounced(modal)
    if (awaited.size === 0) unsubscribe()
  })
}

function restoreAnnounced(modal: Modal): void {
  const { awaited, connectors } = modal[internals]
  for (const entry of [...awaited.values()])
    if (connectors.has(entry.connectorId))
      restore(modal, entry).catch(() => {
        // the wallet is locked or has forgotten us: the visitor may take it up again
        if (!modal[internals].signal.aborted) storeConnections(modal, entry.namespace, (stored) => stored)
      })
}

async function restore(modal: Modal, { connectorId, namespace, isActive }: AwaitedConnection): Promise<void> {
  if (!isActive) return resume(modal, { connectorId, namespace })
  try {
    await connect(modal, { connectorId, namespace, silent: true })
  } catch (cause) {
    const { status } = modal.getState()
    const isOvertaken = modal.getState().namespaces[namespace]?.connection.status !== 'disconnected'
    // the visitor was faster with another wallet; this one comes back beside it
    if (status === 'ready' && isOvertaken && modal.getState().features.multiWallet)
      return resume(modal, { connectorId, namespace })
    throw cause
  }
}
