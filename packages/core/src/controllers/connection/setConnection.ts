import type { Modal } from '../../modal.js'
import { updateNamespace } from '../../updateNamespace.js'
import type { Namespace } from '../../utils/caip.js'
import type { Connection, ConnectionState } from './state.js'

/**
 * Writes the connection of one namespace. Another account or network makes the known balance void. Where nothing is
 * active any more, the first of the others becomes so.
 */
export function setConnection(
  modal: Modal,
  namespace: Namespace,
  connection: ConnectionState,
  others?: readonly Connection[] | undefined,
): void {
  updateNamespace(modal, namespace, (entry) => {
    const [first, ...rest] = others ?? entry.others
    const isVacant = connection.status === 'disconnected' && first !== undefined
    const next: ConnectionState = isVacant ? { status: 'connected', connection: first } : connection
    const balance = toKey(entry.connection) === toKey(next) ? entry.balance : ({ status: 'idle' } as const)
    return { ...entry, connection: next, others: isVacant ? rest : (others ?? entry.others), balance }
  })
}

function toKey(state: ConnectionState): string {
  if (state.status !== 'connected') return ''
  return `${state.connection.caipNetworkId}:${state.connection.accounts[0].address}`
}
