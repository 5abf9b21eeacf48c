import type { AccountType } from '../contracts/account.js'
import type { ConnectorMeta } from '../contracts/connector.js'
import type { Connection } from '../controllers/connection/state.js'
import { type ByNamespace, isNamespace, type Namespace } from '../utils/caip.js'
import type { Modal, ModalState } from './modal.js'

/** Names one connection: a connector has at most one in a namespace. */
export function toConnectionKey(namespace: Namespace, connectorId: string): string {
  return `${namespace}:${connectorId}`
}

/**
 * The connection of a namespace, the active one unless told; undefined when there is none. With `connectorId` the one
 * that goes through it, active or not.
 */
export function getConnection(
  state: ModalState,
  namespace?: Namespace | undefined,
  connectorId?: string | undefined,
): Connection | undefined {
  const wanted = namespace ?? state.activeNamespace
  if (!wanted) return undefined
  if (connectorId !== undefined)
    return getLiveConnections(state, wanted).find((connection) => connection.connectorId === connectorId)
  const entry = state.namespaces[wanted]?.connection
  return entry?.status === 'connected' ? entry.connection : undefined
}

/** The connections of a namespace, the active one first. */
export function getLiveConnections(state: ModalState, namespace: Namespace): readonly Connection[] {
  const entry = state.namespaces[namespace]
  if (!entry) return []
  return entry.connection.status === 'connected' ? [entry.connection.connection, ...entry.others] : entry.others
}

/** Whether a connector has a connection in any chain family. */
export function isLive(state: ModalState, connectorId: string): boolean {
  return Object.keys(state.namespaces)
    .filter(isNamespace)
    .some((namespace) => getConnection(state, namespace, connectorId) !== undefined)
}

/** The wallet of a connection: its connector, under the name of the wallet itself where the connector reaches many. [S3.6] */
export function getConnectedWallet(
  { connectors }: Pick<ModalState, 'connectors'>,
  { connectorId, wallet }: Pick<Connection, 'connectorId' | 'wallet'>,
): ConnectorMeta | undefined {
  const meta = connectors.find(({ id }) => id === connectorId)
  return meta && wallet ? { ...meta, name: wallet.name, icon: wallet.icon } : meta
}

/** Whether several wallets may be connected at once in one namespace. */
export function isMultiWallet(modal: Modal): boolean {
  return modal.getState().features.multiWallet
}

/** The chain families that a pairing asks for, of those that connector and modal have; the visitor's comes first. */
export function getPairingNamespaces(
  { activeNamespace, namespaces }: ModalState,
  meta: ConnectorMeta,
  namespace: Namespace | undefined,
): readonly Namespace[] {
  return meta.namespaces
    .filter((name) => namespaces[name] && (namespace === undefined || namespace === name))
    .toSorted((a, b) => Number(b === activeNamespace) - Number(a === activeNamespace))
}

/** Differs wherever what is known of an account is to be read anew: with the account, its network and the modal's status; `''` without an account. */
export function toWatchKey(state: ModalState, namespace?: Namespace | undefined): string {
  const connection = getConnection(state, namespace)
  return connection ? `${state.status}:${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
}

/** Preferred unless the app says otherwise; `eoa` where a namespace is not named. [S3.21] */
const byDefault: ByNamespace<AccountType> = { eip155: 'smartAccount', bip122: 'payment' }

/** The kind of account that is preferred in a namespace, where a wallet has several. */
export function getPreferredAccountType(state: ModalState, namespace: Namespace): AccountType {
  return state.namespaces[namespace]?.accountType ?? byDefault[namespace] ?? 'eoa'
}
