import { abortAttempt } from '../../attempts.js'
import { internals, type Modal, type NamespaceState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getNetworks } from '../network/getNetwork.js'
import { getConnection } from './getConnection.js'
import type { ConnectionState } from './state.js'

/** How many disconnected connectors are remembered. */
const disconnectedCount = 100

/**
 * Puts a namespace back to where a first visit starts, here and in storage [S4.3]. With `nextConnectorId` the wallet
 * that is being asked in place of this one goes on being asked.
 */
export function forget(modal: Modal, namespace: Namespace, nextConnectorId?: string | undefined): void {
  const { awaited, listening, options, persistence, store } = modal[internals]
  const connectorId = getConnection(store.getState(), namespace)?.connectorId
  for (const what of ['switch', 'balance']) abortAttempt(modal, `${what}:${namespace}`)
  if (!nextConnectorId) abortAttempt(modal, `connect:${namespace}`)
  awaited.delete(namespace)
  listening.get(namespace)?.()
  store.setState((state) => {
    if (!state.namespaces[namespace]) return state
    const networks = getNetworks(state, namespace)
    const first = networks.find(({ caipNetworkId }) => caipNetworkId === options.defaultNetworkId) ?? networks[0]
    const network = { caipNetworkId: first?.caipNetworkId, isChosen: false }
    const connection: ConnectionState = nextConnectorId
      ? { status: 'connecting', connectorId: nextConnectorId, isReconnect: false }
      : { status: 'disconnected' }
    const entry: NamespaceState = { connection, network, balance: { status: 'idle' } }
    return { ...state, namespaces: { ...state.namespaces, [namespace]: entry } }
  })
  persistence.update((data) => {
    const { [namespace]: _connection, ...connections } = data.connections
    const { [namespace]: _network, ...networks } = data.networks
    const others = data.disconnectedConnectorIds.filter((id) => id !== connectorId)
    const disconnectedConnectorIds = connectorId ? [connectorId, ...others].slice(0, disconnectedCount) : others
    return { ...data, connections, networks, disconnectedConnectorIds }
  })
}
