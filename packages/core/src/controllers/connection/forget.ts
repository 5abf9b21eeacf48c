import type { ConnectorType } from '../../contracts/connector.js'
import { abortAttempt, beginAttempt } from '../../modal/attempts.js'
import { storeConnections } from '../../modal/connectionStore.js'
import { getConnection, getLiveConnections, isLive, toConnectionKey } from '../../modal/connections.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { getNetworks, updateNamespace } from '../../modal/namespaces.js'
import { hasSiwx } from '../../modal/signIn.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import type { Connection, ConnectionState, StoredConnection } from './state.js'

type ForgetOptions = {
  /** This one; all of the namespace, and what is being asked there, unless told. */
  readonly connectorId?: string | undefined
  /** Nor can it be taken up again. */
  readonly isRemoved?: boolean | undefined
  /** Another tab has written this to storage already. */
  readonly isStored?: boolean | undefined
}

/**
 * Ends connections of a namespace, here and in storage [S4.3]. What was active gives way to the next that is connected
 * beside it; without one the namespace is back to where a first visit starts. A wallet that is being asked in place of
 * one that ended by itself goes on being asked.
 */
export function forget(modal: Modal, namespace: Namespace, options: ForgetOptions = {}): void {
  const { connectorId, isRemoved = false, isStored = false } = options
  const { awaited } = modal[internals]
  const isMeant = (id: string): boolean => connectorId === undefined || id === connectorId
  const live = getLiveConnections(modal.getState(), namespace)
  const gone = live.filter((connection) => isMeant(connection.connectorId))
  for (const [key, entry] of awaited)
    if (entry.namespace === namespace && isMeant(entry.connectorId)) awaited.delete(key)
  for (const connection of gone) stopListening(modal, connection)

  endInState(modal, namespace, isMeant, connectorId === undefined)
  if (!isStored) forgetStored(modal, namespace, isMeant, isRemoved)
}

function endInState(
  modal: Modal,
  namespace: Namespace,
  isMeant: (connectorId: string) => boolean,
  isWhole: boolean,
): void {
  const current = modal.getState().namespaces[namespace]?.connection
  const isActiveMeant = current !== undefined && (isWhole || isMeant(toConnectorId(current) ?? ''))
  if (isActiveMeant) {
    for (const what of ['switch', 'balance', 'accountType']) abortAttempt(modal, `${what}:${namespace}`)
    if (isWhole || current.status === 'connecting') abortAttempt(modal, `connect:${namespace}`)
  }
  updateNamespace(modal, namespace, (entry, state) => {
    const left = entry.others.filter(({ connectorId }) => !isMeant(connectorId))
    if (!isActiveMeant) return { ...entry, others: left }
    const [next, ...others] = left
    const nextConnectorId = !isWhole && current.status === 'connected' ? current.nextConnectorId : undefined
    return {
      ...entry,
      connection: toNext(next, nextConnectorId),
      others,
      network: { caipNetworkId: findFirstNetwork(modal, state, namespace), isChosen: false },
      balance: { status: 'idle' },
    }
  })
}

/** Where a first visit starts. */
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

/** How many disconnected connectors are remembered. */
const disconnectedCount = 100

/**
 * Writes that connections ended: after a reload they are not restored, and eager wallets stay away until asked. They can
 * be taken up again unless `isRemoved`.
 */
function forgetStored(
  modal: Modal,
  namespace: Namespace,
  isMeant: (connectorId: string) => boolean,
  isRemoved: boolean,
): void {
  const { persistence } = modal[internals]
  const active = getConnection(modal.getState(), namespace)?.connectorId
  const gone: string[] = []
  storeConnections(modal, namespace, (stored) => {
    const ended = stored.filter(({ connectorId, status }) => isMeant(connectorId) && status !== 'disconnected')
    gone.push(...ended.map(({ connectorId }) => connectorId))
    const others = stored.filter((item) => !ended.includes(item))
    return [
      ...(isRemoved ? [] : ended).map((item): StoredConnection => ({ ...item, status: 'disconnected' })),
      ...others.map((item): StoredConnection => (item.connectorId === active ? { ...item, status: 'active' } : item)),
    ]
  })
  persistence.update((data) => {
    const { [namespace]: _network, ...networks } = data.networks
    // a wallet that goes on elsewhere is not one that the visitor left
    const left = gone.filter((connectorId) => !isLive(modal.getState(), connectorId))
    const others = data.disconnectedConnectorIds.filter((id) => !gone.includes(id))
    // what was known of accounts goes with them
    const { walletLink, caches: _caches, ...rest } = data
    return {
      ...rest,
      ...(isRecord(walletLink) && !left.some((id) => id === walletLink['connectorId']) && { walletLink }),
      networks: active === undefined ? networks : data.networks,
      disconnectedConnectorIds: [...left, ...others].slice(0, disconnectedCount),
    }
  })
}

/** The wallet of a connection is not followed any more. */
export function stopListening(
  modal: Modal,
  { namespace, connectorId }: Pick<Connection, 'namespace' | 'connectorId'>,
): void {
  modal[internals].listening.get(toConnectionKey(namespace, connectorId))?.()
}

/** Asks a wallet to let go, for three seconds at most. Rejects with what went wrong. */
export async function releaseWallet(
  modal: Modal,
  { connectorId, namespace }: { readonly connectorId: string; readonly namespace: Namespace },
): Promise<void> {
  const connector = modal[internals].connectors.get(connectorId)
  if (!connector) return
  const key = `release:${namespace}:${connectorId}`
  const attempt = beginAttempt(modal, { key, deadline: deadlines.disconnect })
  try {
    await attempt.race(connector.disconnect({ namespace, signal: attempt.signal }))
  } finally {
    attempt.end()
  }
}

const sessionTypes: readonly (ConnectorType | undefined)[] = ['WALLET_CONNECT', 'AUTH']

/** Whether a connector keeps one session for all its chain families: what ends in one of them ends in all. */
export function hasSession(modal: Modal, connectorId: string): boolean {
  return sessionTypes.includes(modal[internals].connectors.get(connectorId)?.meta.type)
}

/** Signs out the accounts of connections that end, if this modal signs users in. */
export async function signOutConnections(modal: Modal, connections: readonly Connection[]): Promise<void> {
  if (!hasSiwx(modal)) return
  const { endSignIns } = await modal[internals].load.signIn()
  await endSignIns(modal, connections)
}
