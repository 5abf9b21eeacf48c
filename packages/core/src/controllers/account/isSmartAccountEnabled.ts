import type { ModalState } from '../../modal.js'
import { type Namespace, parseCaipNetworkId } from '../../utils/caip.js'
import { getConnection } from '../connection/getConnection.js'

/**
 * Whether the connected wallet has a smart account on the network where it is, in a namespace, the active one unless told. Only
 * then its account can become one. [S6.2]
 */
export function isSmartAccountEnabled(state: ModalState, namespace?: Namespace | undefined): boolean {
  const connection = getConnection(state, namespace)
  if (connection?.namespace !== 'eip155') return false
  const reference = parseCaipNetworkId(connection.caipNetworkId)?.reference
  return connection.smartAccountEnabledNetworks?.some((id) => String(id) === reference) ?? false
}
