import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { requireConnection } from './requireConnection.js'

/** The connected wallet's own interface, e.g. EIP-1193 on EVM. Throws `NOT_STARTED` or `NOT_CONNECTED`. */
export async function getProvider(
  modal: Modal,
  namespace?: Namespace | undefined,
  connectorId?: string | undefined,
): Promise<unknown> {
  const { connection, connector } = requireConnection(modal, { namespace, connectorId })
  return connector.getProvider({ namespace: connection.namespace })
}
