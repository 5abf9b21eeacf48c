import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import type { ConnectionState } from './state.js'

/** Writes the connection of one namespace. Another account or network makes the known balance void. */
export function setConnection(modal: Modal, namespace: Namespace, connection: ConnectionState): void {
  modal[internals].store.setState((state) => {
    const entry = state.namespaces[namespace]
    if (!entry) return state
    const balance = toKey(entry.connection) === toKey(connection) ? entry.balance : ({ status: 'idle' } as const)
    return { ...state, namespaces: { ...state.namespaces, [namespace]: { ...entry, connection, balance } } }
  })
}

function toKey(state: ConnectionState): string {
  if (state.status !== 'connected') return ''
  return `${state.connection.caipNetworkId}:${state.connection.accounts[0].address}`
}
