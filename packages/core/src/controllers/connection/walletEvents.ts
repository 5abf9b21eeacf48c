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
import { socialProviders } from '../../modal/features.js'
import { internals, type Modal, type ModalState, type NamespaceState } from '../../modal/modal.js'
import { type CaipNetworkId, isNamespace, type Namespace, parseCaipNetworkId } from '../../utils/caip.js'
import { isEmail } from '../../utils/isEmail.js'
import { isRecord, omitUndefined } from '../../utils/records.js'
import { toWalletIcon, toWalletName } from '../../utils/walletClaims.js'
import { applyNetworkPolicy } from '../requests/setNetwork.js'
import { track } from '../shell/events.js'
import { close } from '../shell/router.js'
import { forget, signOutConnections } from './forget.js'
import type { Connection } from './state.js'

/** Follows the wallet of a connection, and no other: what a wallet does before or after is its own affair. */
export function listenToWallet(modal: Modal, connector: Connector, namespace: Namespace): void {
  const { listening } = modal[internals]
  const { id: connectorId } = connector.meta
  const key = toConnectionKey(namespace, connectorId)
  listening.get(key)?.()
  const stops = [
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

/** The wallet switched its accounts or its network. */
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

/** The wallet let go. */
function syncDisconnect(modal: Modal, connectorId: string, namespace: Namespace): void {
  const current = modal.getState().namespaces[namespace]?.connection
  const connection = getConnection(modal.getState(), namespace, connectorId)
  if (!connection) return
  const isActive = current?.status === 'connected' && current.connection.connectorId === connectorId
  forget(modal, namespace, { connectorId })
  signOutConnections(modal, [connection]).catch(modal[internals].warn)
  track(modal, 'DISCONNECT_SUCCESS', { namespace })
  // what is shown is about this wallet, unless another is being asked or takes its place
  const { pairing } = modal[internals]
  const isPairing = pairing !== undefined && !pairing.signal.aborted
  const isLeft = isActive && modal.getState().namespaces[namespace]?.connection.status === 'disconnected'
  if (isLeft && !isPairing && namespace === modal.getState().activeNamespace) close(modal, { force: true })
}

/**
 * Follows what an embedded wallet says of requests that wait in its own screen, and tells it of the look of the modal.
 * Returns what ends that.
 */
function listenToAuth(modal: Modal, connector: Connector, namespace: Namespace): readonly (() => void)[] {
  const { load, warn } = modal[internals]
  const take = (event: AuthEvent): void => {
    if (event.namespace !== namespace) return
    // in the order in which they come
    load
      .login()
      .then(({ handleAuthEvent }) => handleAuthEvent(modal, connector.meta.id, event))
      .catch((cause: unknown) => {
        warn(cause)
        connector.features['approval:reject']?.() // nothing waits where nobody sees it
      })
  }
  load.login().catch(() => undefined) // reported by the request that needs it
  return [
    connector.on('approval', take),
    connector.on('notAllowed', take),
    modal.subscribe((state, previous) => {
      if (state.theme !== previous.theme && namespace === findFirst(state, connector))
        connector.features['theme:sync']?.(state.theme)
    }),
  ]
}

/** Of the chain families that are connected through a connector, the one that speaks for all. */
function findFirst(state: ModalState, { meta }: Connector): Namespace | undefined {
  return meta.namespaces.find((name) => getConnection(state, name, meta.id))
}

/** Notes in all connections of a connector who is logged in. What is not named stays. */
export function setUser(modal: Modal, connectorId: string, user: User): void {
  const change = (connection: Connection): Connection =>
    connection.connectorId === connectorId ? { ...connection, user: { ...connection.user, ...user } } : connection
  modal[internals].store.setState((state) => {
    const namespaces: { [namespace in Namespace]?: NamespaceState } = {}
    for (const namespace of Object.keys(state.namespaces).filter(isNamespace)) {
      const entry = state.namespaces[namespace]
      if (entry)
        namespaces[namespace] = { ...entry, connection: toChanged(entry, change), others: entry.others.map(change) }
    }
    return { ...state, namespaces }
  })
}

function toChanged(
  { connection }: NamespaceState,
  change: (own: Connection) => Connection,
): NamespaceState['connection'] {
  return connection.status === 'connected' ? { ...connection, connection: change(connection.connection) } : connection
}

/** What a wallet says of itself, without anything else; null where it makes no sense. Absent fields stay absent. */
export function parseWalletReply(reply: unknown, namespace: Namespace): Partial<ConnectResult> | null {
  if (!isRecord(reply)) return null
  const { accounts, caipNetworkId, approvedCaipNetworkIds, smartAccountDeployed } = reply
  const isSound =
    (accounts === undefined || isAccounts(accounts, namespace)) &&
    (caipNetworkId === undefined || isNetworkId(caipNetworkId, namespace)) &&
    (approvedCaipNetworkIds === undefined || Array.isArray(approvedCaipNetworkIds))
  if (!isSound) return null
  return omitUndefined({
    accounts,
    caipNetworkId,
    approvedCaipNetworkIds,
    wallet: parseIdentity(reply['wallet']),
    user: parseUser(reply['user']),
    smartAccountEnabledNetworks: parseChainIds(reply['smartAccountEnabledNetworks']),
    smartAccountDeployed: typeof smartAccountDeployed === 'boolean' ? smartAccountDeployed : undefined,
  })
}

function isAccounts(value: unknown, namespace: Namespace): value is Accounts {
  const isAccount = (item: unknown): boolean =>
    isRecord(item) && item['namespace'] === namespace && typeof item['address'] === 'string' && item['address'] !== ''
  return Array.isArray(value) && value.length > 0 && value.every(isAccount)
}

/** Who claims no name that can be shown has none: the connection is as good without. */
function parseIdentity(value: unknown): WalletIdentity | undefined {
  const { name: claim, icon: image } = isRecord(value) ? value : {}
  const name = toWalletName(claim)
  const icon = toWalletIcon(image)
  return name ? omitUndefined({ name, icon }) : undefined
}

/** What cannot be shown as it is, is not known. */
function parseUser(value: unknown): User | undefined {
  if (!isRecord(value)) return undefined
  const { email } = value
  return omitUndefined({
    email: typeof email === 'string' && isEmail(email) ? email : undefined,
    username: toWalletName(value['username']) || undefined,
    socialProvider: socialProviders.find((name) => name === value['socialProvider']),
  })
}

/** Those of EIP-155 are whole numbers. */
function parseChainIds(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, 1_000).filter((id) => Number.isSafeInteger(id) && id > 0)
}

function isNetworkId(value: unknown, namespace: Namespace): value is CaipNetworkId {
  return parseCaipNetworkId(value)?.namespace === namespace
}

/** What a connector answered, as a connection. Throws `INVALID_WALLET_REPLY`. */
export function toConnection(connectorId: string, namespace: Namespace, result: unknown): Connection {
  const { accounts, caipNetworkId, ...rest } = parseWalletReply(result, namespace) ?? {}
  if (!accounts || !caipNetworkId) throw new InvalidWalletReplyError()
  return { connectorId, namespace, accounts, caipNetworkId, ...rest }
}
