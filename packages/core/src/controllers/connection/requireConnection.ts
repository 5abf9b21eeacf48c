import type { Account } from '../../account.js'
import type { Connector } from '../../connector.js'
import { NotConnectedError } from '../../errors/connected.js'
import { ConnectorNotFoundError } from '../../errors/connection.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { internals, type Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import { isSameAddress } from '../../utils/address.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { assertStarted } from './assertStarted.js'
import { getConnection } from './getConnection.js'
import type { Connection } from './state.js'

/** Which connection, and which of its accounts: the active ones unless told. */
export type ConnectionChoice = {
  readonly namespace?: Namespace | undefined
  /** One of several that are connected at once. */
  readonly connectorId?: string | undefined
  /** One of the accounts of the connection, e.g. the ordinals address on Bitcoin. */
  readonly address?: string | undefined
}

/** What a request to a wallet needs; throws what is missing. */
export function requireConnection(
  modal: Modal,
  { namespace, connectorId, address }: ConnectionChoice = {},
): { readonly connection: Connection; readonly connector: Connector; readonly account: Account } {
  assertStarted(modal)
  const connection = getConnection(modal.getState(), namespace, connectorId)
  if (!connection) throw new NotConnectedError(connectorId === undefined ? {} : { details: connectorId })
  const connector = modal[internals].connectors.get(connection.connectorId)
  if (!connector) throw new ConnectorNotFoundError({ id: connection.connectorId })
  const account = findAccount(connection, address)
  if (!account) throw new NotConnectedError({ details: `${address} is not an account of this connection.` })
  return { connection, connector, account }
}

function findAccount({ accounts, namespace }: Connection, address: string | undefined): Account | undefined {
  if (address === undefined) return accounts[0]
  return accounts.find((account) => isSameAddress(namespace, account.address, address))
}

/** The network that a connection is on. Throws where this modal neither has nor tolerates it. */
export function requireNetwork(modal: Modal, { namespace, caipNetworkId }: Connection): Network {
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
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
