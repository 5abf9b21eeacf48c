import type { Accounts, AccountType } from '../contracts/account.js'
import type { ConnectorMeta } from '../contracts/connector.js'
import type { Connection, StoredStatus } from '../controllers/connection/state.js'
import { type ByNamespace, type CaipNetworkId, getNamespaces, type Namespace } from '../utils/caip.js'
import { toWalletName } from '../utils/walletClaims.js'
import type { Modal, ModalState } from './modal.js'

/** A connection as shown in lists: live, or ended and reconnectable. [S4.4] */
export type ConnectionEntry = {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly status: StoredStatus
  readonly address: string
  /** Set for live connections. */
  readonly accounts?: Accounts | undefined
  /** Set for live connections. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  /**
   * The connector, with the name of the wallet if the connector reaches many, even after the connection ended. Absent
   * while its wallet isn't available.
   */
  readonly connector?: ConnectorMeta | undefined
}

/** Preferred account types by default; `eoa` in other namespaces. [S3.21] */
const defaultAccountTypes: ByNamespace<AccountType> = {
  eip155: 'smartAccount',
  bip122: 'payment',
}

/** Returns the key of a connection. A connector has at most one connection per namespace. */
export function toConnectionKey(namespace: Namespace, connectorId: string): string {
  return `${namespace}:${connectorId}`
}

/**
 * Returns the active connection of a namespace, or with `connectorId` the live connection of that connector. Default
 * namespace: the active one. Undefined if there is none.
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

/** Returns the live connections of a namespace, the active one first. */
export function getLiveConnections(state: ModalState, namespace: Namespace): readonly Connection[] {
  const entry = state.namespaces[namespace]
  if (!entry) return []
  return entry.connection.status === 'connected' ? [entry.connection.connection, ...entry.others] : entry.others
}

/** Whether a connector has a live connection in any namespace. */
export function isLive(state: ModalState, connectorId: string): boolean {
  return getNamespaces(state.namespaces).some((namespace) => getConnection(state, namespace, connectorId) !== undefined)
}

/**
 * Returns the wallet of a connection: its connector, with the name and icon of the wallet itself if the connector
 * reaches many. [S3.6]
 */
export function getConnectedWallet(
  { connectors }: Pick<ModalState, 'connectors'>,
  { connectorId, wallet }: Pick<Connection, 'connectorId' | 'wallet'>,
): ConnectorMeta | undefined {
  const meta = connectors.find(({ id }) => id === connectorId)
  return meta && wallet ? { ...meta, name: wallet.name, icon: wallet.icon } : meta
}

/** Whether several wallets can be connected at once in one namespace. */
export function isMultiWallet(modal: Modal): boolean {
  return modal.getState().features.multiWallet
}

/** Returns the namespaces that a pairing requests: those that both connector and modal have, the active one first. */
export function getPairingNamespaces(
  { activeNamespace, namespaces }: ModalState,
  meta: ConnectorMeta,
  namespace: Namespace | undefined,
): readonly Namespace[] {
  return meta.namespaces
    .filter((name) => namespaces[name] && (namespace === undefined || namespace === name))
    .toSorted((a, b) => Number(b === activeNamespace) - Number(a === activeNamespace))
}

/**
 * Returns a key that changes whenever account data has to be refetched: with the account, its network or the modal's
 * status. Empty without an account.
 */
export function toWatchKey(state: ModalState, namespace?: Namespace | undefined): string {
  const connection = getConnection(state, namespace)
  return connection ? `${state.status}:${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
}

/** Returns the preferred account type of a namespace, for wallets with several. */
export function getPreferredAccountType(state: ModalState, namespace: Namespace): AccountType {
  return state.namespaces[namespace]?.accountType ?? defaultAccountTypes[namespace] ?? 'eoa'
}

/**
 * Returns the connections of one namespace or of all: first the active one, then those beside it, then those that
 * ended.
 */
export function getConnections(state: ModalState, namespace?: Namespace | undefined): readonly ConnectionEntry[] {
  const wanted = namespace ? [namespace] : getNamespaces(state.namespaces)
  return wanted.flatMap((name) => {
    const entry = state.namespaces[name]
    if (!entry) return []
    const active = entry.connection.status === 'connected' ? entry.connection.connection : undefined
    const live = getLiveConnections(state, name).map(
      (connection): ConnectionEntry => ({
        ...connection,
        status: connection === active ? 'active' : 'connected',
        address: connection.accounts[0].address,
        connector: getConnectedWallet(state, connection),
      }),
    )
    const ended = entry.ended.map(({ connectorId, address, walletName }): ConnectionEntry => {
      const claimedName = toWalletName(walletName)
      return {
        namespace: name,
        connectorId,
        address,
        status: 'disconnected',
        connector: getConnectedWallet(state, { connectorId, wallet: claimedName ? { name: claimedName } : undefined }),
      }
    })
    return [...live, ...ended]
  })
}
