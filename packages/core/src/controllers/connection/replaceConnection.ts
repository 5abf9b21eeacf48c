import type { Modal } from '../../modal.js'
import { setConnection } from './setConnection.js'
import type { Connection } from './state.js'
import { storeConnection } from './storeConnection.js'

/** Writes a live connection anew, here and in storage, in the place that it has. Returns whether it is the active one. */
export function replaceConnection(modal: Modal, before: Connection, connection: Connection): boolean {
  const current = modal.getState().namespaces[before.namespace]
  if (!current) return false
  const state = current.connection
  const isActive = state.status === 'connected' && state.connection === before
  if (isActive) setConnection(modal, before.namespace, { ...state, connection })
  else {
    const others = current.others.map((other) => (other === before ? connection : other))
    setConnection(modal, before.namespace, state, others)
  }
  storeConnection(modal, connection)
  return isActive
}
