import type { ConnectorType } from '../../contracts/connector.js'
import { abortAttempt, beginAttempt } from '../../modal/attempts.js'
import { storeConnections } from '../../modal/connectionStore.js'
import { getConnection, getLiveConnections, isLive, toConnectionKey } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { getNetworks, updateNamespace } from '../../modal/namespaces.js'
import { hasSiwx } from '../../modal/signIn.js'
import { timeouts } from '../../modal/timeouts.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import type { Connection, ConnectionState, StoredConnection } from './state.js'

type ForgetOptions = {
  /** The connector to forget. Default: all of the namespace, including pending connections. */
  readonly connectorId?: string | undefined
  /** Also removes them from the list of ended connections. */
  readonly isRemoved?: boolean | undefined
  /** Another tab has already written this to storage. */
  readonly isStored?: boolean | undefined
}

/** Maximum number of disconnected connectors that are remembered. */
const maxDisconnected = 100

const sessionTypes: readonly (ConnectorType | undefined)[] = ['WALLET_CONNECT', 'AUTH']

/**
 * Ends connections of a namespace, in the state and in storage [S4.3], and stops restoring them. The next connection
 * beside the active one takes its place; without one, the namespace returns to its start network. A wallet that was
 * asked to replace an ended connection is still asked.
 */
export function forget(modal: Modal, namespace: Namespace, options: ForgetOptions = {}): void {
  const { connectorId, isRemoved = false, isStored = false } = options
  const { awaited } = modal[internals]
  const matches = (id: string): boolean => connectorId === undefined || id === connectorId
  const live = getLiveConnections(modal.getState(), namespace)
  const gone = live.filter((connection) => matches(connection.connectorId))
  for (const [key, entry] of awaited)
    if (entry.namespace === namespace && matches(entry.connectorId)) awaited.delete(key)
  for (const id of getRestoring(modal, namespace)) if (matches(id)) abortAttempt(modal, toRestoreKey(namespace, id))
  for (const connection of gone) stopListening(modal, connection)

  endInState(modal, namespace, matches, connectorId === undefined)
  if (!isStored) forgetStored(modal, namespace, matches, isRemoved)
}

/** Returns the key of the attempt that restores a connection. */
export function toRestoreKey(namespace: Namespace, connectorId: string): string {
  return `restore:${toConnectionKey(namespace, connectorId)}`
}

/**
 * Returns the connectors of a namespace whose connections are being restored: their wallets have not announced
 * themselves yet, or have not responded.
 */
export function getRestoring(modal: Modal, namespace: Namespace): readonly string[] {
  const { attempts, awaited } = modal[internals]
  const prefix = toRestoreKey(namespace, '')
  const waiting = [...awaited.values()].filter((entry) => entry.namespace === namespace)
  const asked = [...attempts.keys()].flatMap((key) =>
    typeof key === 'string' && key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  )
  return [...new Set([...waiting.map(({ connectorId }) => connectorId), ...asked])]
}

/** Stops listening to the wallet of a connection. */
export function stopListening(
  modal: Modal,
  { namespace, connectorId }: Pick<Connection, 'namespace' | 'connectorId'>,
): void {
  modal[internals].listening.get(toConnectionKey(namespace, connectorId))?.()
}

/** Asks a wallet to disconnect, with a timeout of three seconds. Rejects if that fails. */
export async function releaseWallet(
  modal: Modal,
  { connectorId, namespace }: { readonly connectorId: string; readonly namespace: Namespace },
): Promise<void> {
  const connector = modal[internals].connectors.get(connectorId)
  if (!connector) return
  const key = `release:${namespace}:${connectorId}`
  const attempt = beginAttempt(modal, { key, timeout: timeouts.disconnect })
  try {
    await attempt.race(connector.disconnect({ namespace, signal: attempt.signal }))
  } finally {
    attempt.end()
  }
}

/** Whether a connector has one session for all namespaces: ending it in one ends it in all. */
export function hasSession(modal: Modal, connectorId: string): boolean {
  return sessionTypes.includes(modal[internals].connectors.get(connectorId)?.meta.type)
}

/** Signs out the accounts of ended connections, if this modal signs users in. */
export async function signOutConnections(modal: Modal, connections: readonly Connection[]): Promise<void> {
  if (!hasSiwx(modal)) return
  const { endSignIns } = await modal[internals].load.signIn()
  await endSignIns(modal, connections)
}

function endInState(
  modal: Modal,
  namespace: Namespace,
  matches: (connectorId: string) => boolean,
  isAll: boolean,
): void {
  const current = modal.getState().namespaces[namespace]?.connection
  const isActiveMatched = current !== undefined && (isAll || matches(toConnectorId(current) ?? ''))
  if (isActiveMatched) {
    for (const name of ['switch', 'balance', 'accountType']) abortAttempt(modal, `${name}:${namespace}`)
    if (isAll || current.status === 'connecting') abortAttempt(modal, `connect:${namespace}`)
  }
  updateNamespace(modal, namespace, (entry, state) => {
    const left = entry.others.filter(({ connectorId }) => !matches(connectorId))
    if (!isActiveMatched) return { ...entry, others: left }
    const [next, ...others] = left
    const nextConnectorId = !isAll && current.status === 'connected' ? current.nextConnectorId : undefined
    return {
      ...entry,
      connection: toNext(next, nextConnectorId),
      others,
      network: { caipNetworkId: findFirstNetwork(modal, state, namespace), isChosen: false },
      balance: { status: 'idle' },
    }
  })
}

/**
 * Stores that connections ended: they aren't restored after a reload, and their wallets don't reconnect until asked.
 * Unless `isRemoved`, they can be reconnected.
 */
function forgetStored(
  modal: Modal,
  namespace: Namespace,
  matches: (connectorId: string) => boolean,
  isRemoved: boolean,
): void {
  const { persistence } = modal[internals]
  const active = getConnection(modal.getState(), namespace)?.connectorId
  const gone: string[] = []
  storeConnections(modal, namespace, (stored) => {
    const ended = stored.filter(({ connectorId, status }) => matches(connectorId) && status !== 'disconnected')
    gone.push(...ended.map(({ connectorId }) => connectorId))
    const others = stored.filter((item) => !ended.includes(item))
    return [
      ...(isRemoved ? [] : ended).map((item): StoredConnection => ({ ...item, status: 'disconnected' })),
      ...others.map((item): StoredConnection => (item.connectorId === active ? { ...item, status: 'active' } : item)),
    ]
  })
  persistence.update((data) => {
    const { [namespace]: _network, ...networks } = data.networks
    // a wallet that is still connected elsewhere doesn't count as disconnected
    const left = gone.filter((connectorId) => !isLive(modal.getState(), connectorId))
    const others = data.disconnectedConnectorIds.filter((id) => !gone.includes(id))
    // cached account data is removed with the connections
    const { walletLink, caches: _caches, ...rest } = data
    return {
      ...rest,
      ...(isRecord(walletLink) && !left.some((id) => id === walletLink['connectorId']) && { walletLink }),
      networks: active === undefined ? networks : data.networks,
      disconnectedConnectorIds: [...left, ...others].slice(0, maxDisconnected),
    }
  })
}

/** Returns the network of a first visit. */
function findFirstNetwork(modal: Modal, state: ModalState, namespace: Namespace): CaipNetworkId | undefined {
  const { defaultNetworkId } = modal[internals].options
  const ids = getNetworks(state, namespace).map(({ caipNetworkId }) => caipNetworkId)
  return ids.find((id) => id === defaultNetworkId) ?? ids[0]
}

function toConnectorId(state: ConnectionState): string | undefined {
  if (state.status === 'connecting') return state.connectorId
  return state.status === 'connected' ? state.connection.connectorId : undefined
}

function toNext(next: Connection | undefined, nextConnectorId: string | undefined): ConnectionState {
  if (next) return { status: 'connected', connection: next, ...(nextConnectorId && { nextConnectorId }) }
  return nextConnectorId
    ? { status: 'connecting', connectorId: nextConnectorId, isReconnect: false }
    : { status: 'disconnected' }
}
