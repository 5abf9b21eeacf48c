import { internals, type Modal } from '../../modal.js'
import { connect } from './connect.js'

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
  for (const [namespace, connectorId] of [...awaited])
    if (connectors.has(connectorId))
      connect(modal, { connectorId, namespace, silent: true }).catch(() => {
        // the wallet is locked or has forgotten us: the visitor starts disconnected, as on a first visit
      })
}
