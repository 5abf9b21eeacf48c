import type { Connector } from '../../connector.js'
import { ConnectorNotFoundError, NotConnectedError } from '../../errors/connection.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { internals, type Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { getNetwork } from '../network/getNetwork.js'
import { assertStarted } from './assertStarted.js'
import { getConnection } from './getConnection.js'
import type { Connection } from './state.js'

/** What a request to a wallet needs; throws what is missing. */
export function requireConnection(
  modal: Modal,
  namespace?: Namespace | undefined,
): { readonly connection: Connection; readonly connector: Connector } {
  assertStarted(modal)
  const connection = getConnection(modal.getState(), namespace)
  if (!connection) throw new NotConnectedError()
  const connector = modal[internals].connectors.get(connection.connectorId)
  if (!connector) throw new ConnectorNotFoundError({ id: connection.connectorId })
  return { connection, connector }
}

/** The network that a connection is on. Throws where this modal neither has nor tolerates it. */
export function requireNetwork(modal: Modal, { namespace, caipNetworkId }: Connection): Network {
  const network = getNetwork(modal.getState(), namespace)
  if (network) return network
  if (!modal[internals].options.allowUnsupportedChain) throw new NetworkNotFoundError({ caipNetworkId })
  return toUnknownNetwork(namespace, caipNetworkId)
}

/** As much as its id says: enough for a wallet, which knows the rest. */
function toUnknownNetwork(namespace: Namespace, caipNetworkId: CaipNetworkId): Network {
  const reference = caipNetworkId.slice(namespace.length + 1)
  return {
    id: /^\d+$/.test(reference) ? Number(reference) : reference,
    name: caipNetworkId,
    chainNamespace: namespace,
    caipNetworkId,
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] } },
  }
}
