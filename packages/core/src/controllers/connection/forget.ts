import { abortAttempt } from '../../attempts.js'
import { internals, type Modal, type ModalState } from '../../modal.js'
import { updateNamespace } from '../../updateNamespace.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { getNetworks } from '../network/getNetwork.js'
import { forgetStored } from './forgetStored.js'
import { getLiveConnections } from './getLiveConnections.js'
import type { Connection, ConnectionState } from './state.js'
import { stopListening } from './stopListening.js'

export type ForgetOptions = {
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
