import type { ConnectorMeta, ModalState } from '@latchkey/core'
import { getPartIds } from '@latchkey/core/internal'

/** Whether a wallet is connected on every chain family that it is on: then there is nothing left to connect. */
export function isConnectedWith({ namespaces }: ModalState, connector: ConnectorMeta): boolean {
  const ids = getPartIds(connector)
  return connector.namespaces.every((namespace) => {
    const entry = namespaces[namespace]
    const active = entry?.connection.status === 'connected' ? [entry.connection.connection] : []
    return [...active, ...(entry?.others ?? [])].some(({ connectorId }) => ids.includes(connectorId))
  })
}
