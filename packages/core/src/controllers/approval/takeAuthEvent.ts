import type { AuthEvent } from '../../connector.js'
import { internals, type Modal } from '../../modal.js'
import { askApproval } from './askApproval.js'
import { endApproval } from './endApproval.js'
import { refuseAction } from './refuseAction.js'

/** Handles what an embedded wallet reports about its requests. */
export function handleAuthEvent(modal: Modal, connectorId: string, event: AuthEvent): void {
  if (modal[internals].signal.aborted) return
  if ('method' in event) {
    refuseAction(modal)
    return
  }
  const { id, status } = event
  if (status === 'asked') askApproval(modal, { connectorId, id })
  else endApproval(modal, { connectorId, id }, status === 'done' ? 'success' : 'error')
}
