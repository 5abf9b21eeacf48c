import { internals, type Modal } from '../../modal.js'
import { endApprovals } from './endApprovals.js'
import { getApprovals } from './setApprovals.js'

/** Has all that waits rejected with `REQUEST_ABORTED`, as the visitor is not there to decide. */
export function rejectApprovals(modal: Modal): void {
  const { connectors, transactions, warn } = modal[internals]
  const ids = new Set(getApprovals(modal).map(({ connectorId }) => connectorId))
  endApprovals(modal)
  for (const id of ids) {
    try {
      connectors.get(id)?.features['approval:reject']?.()
    } catch (cause) {
      warn(cause) // the others are told all the same
    }
  }
  // who pushed an entry for the request hears that it came to nothing; the view is left already
  if (ids.size > 0) transactions.pop()?.onCancel?.()
}
