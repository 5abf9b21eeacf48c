import type { Accounts } from '../../contracts/account.js'
import type {
  AuthEvent,
  Connector,
  ConnectorEvents,
  ConnectResult,
  User,
  WalletIdentity,
} from '../../contracts/connector.js'
import { InvalidWalletReplyError } from '../../errors/connection.js'
import { replaceConnection } from '../../modal/connectionStore.js'
import { getConnection, toConnectionKey } from '../../modal/connections.js'
import { isSocial } from '../../modal/features.js'
import { internals, type Modal, type ModalState, type NamespaceState } from '../../modal/modal.js'
import { type CaipNetworkId, getNamespaces, type Namespace, parseCaipNetworkId } from '../../utils/caip.js'
import { isEmail } from '../../utils/isEmail.js'
import { isRecord, omitUndefined } from '../../utils/records.js'
import { toWalletIcon, toWalletName } from '../../utils/walletClaims.js'
import { applyNetworkPolicy } from '../requests/setNetwork.js'
import { close, track } from '../shell/actions.js'
import { forget, signOutConnections } from './forget.js'
import type { Connection } from './state.js'

/** Listens to the wallet of a connection, as long as it is connected. Calls `onEnd` before the connection ends. */
export function listenToWallet(modal: Modal, connector: Connector, namespace: Namespace, onEnd?: () => void): void {
  const { listening } = modal[internals]
  const { id: connectorId } = connector.meta
  const key = toConnectionKey(namespace, connectorId)
  listening.get(key)?.()
  const stops = [
    ...(onEnd ? [onEnd] : []),
    connector.on('change', (change) => {
      if (change.namespace === namespace) syncChange(modal, connectorId, change)
    }),
    connector.on('disconnect', (event) => {
      if (event.namespace === namespace) syncDisconnect(modal, connectorId, namespace)
    }),
    ...(connector.meta.type === 'AUTH' ? listenToAuth(modal, connector, namespace) : []),
  ]
  listening.set(key, () => {
    listening.delete(key)
    for (const stop of stops) stop()
  })
}

/** Updates the user in all connections of a connector. Fields that aren't given keep their value. */
export function setUser(modal: Modal, connectorId: string, user: User): void {
  const change = (connection: Connection): Connection =>
    connection.connectorId === connectorId ? { ...connection, user: { ...connection.user, ...user } } : connection
  modal[internals].store.setState((state) => {
    const namespaces: { [namespace: string]: NamespaceState } = {}
    for (const namespace of getNamespaces(state.namespaces)) {
      const entry = state.namespaces[namespace]
      if (entry)
        namespaces[namespace] = { ...entry, connection: toChanged(entry, change), others: entry.others.map(change) }
    }
    return { ...state, namespaces }
  })
}

/** Converts a connector's response into a connection. Throws `INVALID_WALLET_REPLY`. */
export function toConnection(connectorId: string, namespace: Namespace, result: unknown): Connection {
  const { accounts, caipNetworkId, ...rest } = parseWalletReply(result, namespace) ?? {}
  if (!accounts || !caipNetworkId) throw new InvalidWalletReplyError()
  return { connectorId, namespace, accounts, caipNetworkId, ...rest }
}

/** Parses the response of a wallet without unknown fields. Null if it is invalid. Absent fields stay absent. */
export function parseWalletReply(reply: unknown, namespace: Namespace): Partial<ConnectResult> | null {
  if (!isRecord(reply)) return null
  const { accounts, caipNetworkId, approvedCaipNetworkIds, smartAccountDeployed } = reply
  const isValid =
    (accounts === undefined || isAccounts(accounts, namespace)) &&
    (caipNetworkId === undefined || isNetworkId(caipNetworkId, namespace)) &&
    (approvedCaipNetworkIds === undefined || Array.isArray(approvedCaipNetworkIds))
  if (!isValid) return null
  return omitUndefined({
    accounts,
    caipNetworkId,
    approvedCaipNetworkIds,
    wallet: parseIdentity(reply['wallet']),
    sessionId: readSessionId(reply),
    user: parseUser(reply['user']),
    smartAccountEnabledNetworks: parseChainIds(reply['smartAccountEnabledNetworks']),
    smartAccountDeployed: typeof smartAccountDeployed === 'boolean' ? smartAccountDeployed : undefined,
  })
}

/** The session's id in a wallet's response or a stored connection; undefined if it has none. */
export function readSessionId({ sessionId }: { readonly sessionId?: unknown }): string | undefined {
  return typeof sessionId === 'string' && sessionId !== '' ? sessionId : undefined
}

/** Applies a change of accounts or network to the connection. */
function syncChange(modal: Modal, connectorId: string, change: ConnectorEvents['change']): void {
  const { namespace } = change
  const before = getConnection(modal.getState(), namespace, connectorId)
  if (!before) return
  const news = parseWalletReply(change, namespace)
  if (!news) {
    modal[internals].warn(new InvalidWalletReplyError())
    return
  }
  const isActive = replaceConnection(modal, before, { ...before, ...news })
  if (isActive && news.caipNetworkId && namespace === modal.getState().activeNamespace) applyNetworkPolicy(modal)
}

/** Ends the connection after the wallet disconnected. */
function syncDisconnect(modal: Modal, connectorId: string, namespace: Namespace): void {
  const current = modal.getState().namespaces[namespace]?.connection
  const connection = getConnection(modal.getState(), namespace, connectorId)
  if (!connection) return
  const isActive = current?.status === 'connected' && current.connection.connectorId === connectorId
  forget(modal, namespace, { connectorId })
  signOutConnections(modal, [connection]).catch(modal[internals].warn)
  track(modal, 'DISCONNECT_SUCCESS', { namespace })
  // close the views of this wallet, unless another one is connecting or has replaced it
  const { pairing } = modal[internals]
  const isPairing = pairing !== undefined && !pairing.signal.aborted
  const isLeft = isActive && modal.getState().namespaces[namespace]?.connection.status === 'disconnected'
  if (isLeft && !isPairing && namespace === modal.getState().activeNamespace) close(modal, { force: true })
}

/**
 * Listens to an embedded wallet's requests in its own screen and to the permissions that it grants, and passes it theme
 * changes. Returns the functions that stop it.
 */
function listenToAuth(modal: Modal, connector: Connector, namespace: Namespace): readonly (() => void)[] {
  const { load, warn } = modal[internals]
  const handle = (event: AuthEvent): void => {
    if (event.namespace !== namespace) return
    // handled in order of arrival
    load
      .login()
      .then(({ handleAuthEvent }) => handleAuthEvent(modal, connector.meta.id, event))
      .catch((cause: unknown) => {
        warn(cause)
        connector.features['approval:reject']?.() // don't leave requests pending that the user can't see
      })
  }
  const record = (event: ConnectorEvents['permission']): void => {
    if (event.namespace !== namespace) return
    load
      .sessions()
      .then(({ recordPermission }) => recordPermission(modal, connector.meta.id, event))
      .catch(warn)
  }
  load.login().catch(() => undefined) // reported by the request that needs it
  return [
    connector.on('approval', handle),
    connector.on('notAllowed', handle),
    connector.on('permission', record),
    modal.subscribe((state, previous) => {
      if (state.theme !== previous.theme && namespace === findFirst(state, connector))
        connector.features['theme:sync']?.(state.theme)
    }),
  ]
}

/** Returns the first connected namespace of a connector, which acts for all of them. */
function findFirst(state: ModalState, { meta }: Connector): Namespace | undefined {
  return meta.namespaces.find((name) => getConnection(state, name, meta.id))
}

function toChanged(
  { connection }: NamespaceState,
  change: (own: Connection) => Connection,
): NamespaceState['connection'] {
  return connection.status === 'connected' ? { ...connection, connection: change(connection.connection) } : connection
}

function isAccounts(value: unknown, namespace: Namespace): value is Accounts {
  const isAccount = (item: unknown): boolean =>
    isRecord(item) && item['namespace'] === namespace && typeof item['address'] === 'string' && item['address'] !== ''
  return Array.isArray(value) && value.length > 0 && value.every(isAccount)
}

/** Parses the claimed identity of a wallet. Undefined without a valid name. */
function parseIdentity(value: unknown): WalletIdentity | undefined {
  const { name: claim, icon: image } = isRecord(value) ? value : {}
  const name = toWalletName(claim)
  const icon = toWalletIcon(image)
  return name ? omitUndefined({ name, icon }) : undefined
}

/** Parses a user, dropping fields that can't be shown safely. */
function parseUser(value: unknown): User | undefined {
  if (!isRecord(value)) return undefined
  const { email, socialProvider } = value
  return omitUndefined({
    email: typeof email === 'string' && isEmail(email) ? email : undefined,
    username: toWalletName(value['username']) || undefined,
    socialProvider: isSocial(socialProvider) ? socialProvider : undefined,
    isGuest: value['isGuest'] === true || undefined,
  })
}

/** Parses EIP-155 chain ids, which are positive integers. */
function parseChainIds(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, 1_000).filter((id) => Number.isSafeInteger(id) && id > 0)
}

function isNetworkId(value: unknown, namespace: Namespace): value is CaipNetworkId {
  return parseCaipNetworkId(value)?.namespace === namespace
}
