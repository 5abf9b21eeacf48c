import type { Connector } from '../../connector.js'
import { ConnectorNotFoundError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnectors } from '../wallets/getConnectors.js'

/**
 * The connector with an id. Of a `MULTI_CHAIN` one it is the part for the namespace, or the first that there is. Throws
 * `CONNECTOR_NOT_FOUND`. [S8.11]
 */
export function findConnector(modal: Modal, id: string, namespace?: Namespace | undefined): Connector {
  const { connectors } = modal[internals]
  const own = connectors.get(id)
  if (own) return own
  const joined = getConnectors(modal.getState()).find((meta) => meta.id === id)
  const parts = joined?.connectorIds ?? {}
  const part = namespace ? parts[namespace] : joined && parts[joined.namespaces[0]]
  const found = part && connectors.get(part)
  if (!found) throw new ConnectorNotFoundError({ id })
  return found
}
