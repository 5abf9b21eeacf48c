import type { Connector, ConnectorEvents } from '../../connector.js'
import { internals, type Modal } from '../../modal.js'
import { askApproval } from './askApproval.js'
import { endApproval } from './endApproval.js'

/** What an embedded wallet says of a request that waits in its own screen, or did. */
export function takeApproval(modal: Modal, { meta }: Connector, { id, status }: ConnectorEvents['approval']): void {
  if (modal[internals].signal.aborted) return
  const approval = { connectorId: meta.id, id }
  if (status === 'asked') askApproval(modal, approval)
  else endApproval(modal, approval, status === 'done' ? 'success' : 'error')
}
