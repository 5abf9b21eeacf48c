import type { Accounts } from '../../contracts/account.js'
import type { ConnectorMeta } from '../../contracts/connector.js'
import { InvalidConnectionStatusError, MultiWalletOffError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { storeConnections } from '../../modal/connectionStore.js'
import { getConnectedWallet, getConnection, getLiveConnections, isMultiWallet } from '../../modal/connections.js'
import { deadlines } from '../../modal/deadlines.js'
import type { Modal, ModalState } from '../../modal/modal.js'
import { type CaipNetworkId, isNamespace, type Namespace } from '../../utils/caip.js'
import { toWalletName } from '../../utils/walletClaims.js'
import { showAlert } from '../shell/notices.js'
import { connect, findConnector } from './connect.js'
import { disconnect } from './disconnect.js'
import { startConnect } from './flow.js'
import { reopenRoute } from './reconnect.js'
import type { Connection, StoredStatus } from './state.js'

/** A connection as lists show it: live, or ended and to be taken up again. [S4.4] */
export type ConnectionEntry = {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly status: StoredStatus
  readonly address: string
  /** Of a live one. */
  readonly accounts?: Accounts | undefined
  /** Of a live one. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  /** Under the name of the wallet where the connector reaches many, also when it has ended. Absent while its wallet is not there. */
  readonly connector?: ConnectorMeta | undefined
}

/** The connections of a namespace, or of all: the active one first, then those beside it, then those that ended. */
export function getConnections(state: ModalState, namespace?: Namespace | undefined): readonly ConnectionEntry[] {
  const wanted = namespace ? [namespace] : Object.keys(state.namespaces).filter(isNamespace)
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
      const called = toWalletName(walletName)
      return {
        namespace: name,
        connectorId,
        address,
        status: 'disconnected',
        connector: getConnectedWallet(state, { connectorId, wallet: called ? { name: called } : undefined }),
      }
    })
    return [...live, ...ended]
  })
}

export type SwitchConnectionRequest = {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes a stored connection the active one. An active or connected one has its connector and account connected again
 * [S4.5]; a disconnected one leads back into its login where its connector has one, else into connecting [S4.6], and
 * resolves with undefined where that goes on in a view.
 *
 * Throws `MULTI_WALLET_OFF` [S4.20], `CONNECTOR_NOT_FOUND` [S8.11], `INVALID_CONNECTION_STATUS` [S8.12] or what `connect`
 * throws; the connection that was active stays so then.
 */
export async function switchConnection(
  modal: Modal,
  request: SwitchConnectionRequest,
): Promise<Connection | undefined> {
  assertStarted(modal)
  assertMultiWallet(modal)
  const { namespace, connectorId, signal } = request
  const { features } = findConnector(modal, connectorId, namespace)
  const entry = getConnections(modal.getState(), namespace).find((item) => item.connectorId === connectorId)
  const status: string = entry?.status ?? toOtherStatus(modal, request)
  switch (status) {
    case 'active':
    case 'connected':
      return connect(modal, { connectorId, namespace, signal })
    case 'disconnected':
      if (!features['login:reopen'] || !entry) return startConnect(modal, { connectorId, namespace })
      return reopenLogin(modal, features['login:reopen'], { ...request, address: entry.address })
    default:
      throw new InvalidConnectionStatusError({ status })
  }
}

/** Of a connector that has no stored connection in this namespace. */
function toOtherStatus(modal: Modal, { namespace, connectorId }: SwitchConnectionRequest): string {
  const state = modal.getState().namespaces[namespace]?.connection
  const isConnecting = state?.status === 'connecting' && state.connectorId === connectorId
  return isConnecting ? 'connecting' : 'unknown'
}

type Reopen = NonNullable<ReturnType<typeof findConnector>['features']['login:reopen']>

async function reopenLogin(
  modal: Modal,
  reopen: Reopen,
  { namespace, address, signal }: SwitchConnectionRequest & { readonly address: string },
): Promise<undefined> {
  const attempt = beginAttempt(modal, { key: `reopen:${namespace}`, deadline: deadlines.silent, signal })
  try {
    const route = await attempt.race(reopen({ namespace, address, signal: attempt.signal }))
    attempt.signal.throwIfAborted()
    await reopenRoute(modal, route, namespace)
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}

/**
 * Takes a connection off the list; a live one is ended first. Throws `MULTI_WALLET_OFF` [S4.20], or `DISCONNECT_FAILED`
 * when its wallet does not confirm: it is off the list all the same.
 */
export async function removeConnection(
  modal: Modal,
  { namespace, connectorId }: { readonly namespace: Namespace; readonly connectorId: string },
): Promise<void> {
  assertStarted(modal)
  assertMultiWallet(modal)
  if (getConnection(modal.getState(), namespace, connectorId))
    return disconnect(modal, { namespace, connectorId, isRemoved: true, keepView: true })
  storeConnections(modal, namespace, (stored) => stored.filter((item) => item.connectorId !== connectorId))
}

/** Refuses what is about several wallets at once while `multiWallet` is off, with an info notice. [S4.20] */
function assertMultiWallet(modal: Modal): void {
  if (isMultiWallet(modal)) return
  const error = new MultiWalletOffError()
  showAlert(modal, error, 'info')
  throw error
}
