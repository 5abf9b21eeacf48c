import type { Rect } from '../../features.js'
import { internals, type Modal } from '../../modal.js'
import { getAuthConnector } from '../login/getAuthConnector.js'

/** Says where there is room for the wallet's own screen, in CSS pixels of the viewport; null where there is none. */
export function placeApproval(modal: Modal, rect: Rect | null): void {
  const { connectors } = modal[internals]
  const { approval } = modal.getState()
  const connector = approval ? connectors.get(approval.connectorId) : getAuthConnector(modal)
  // without a request there is nothing to show
  connector?.features['approval:place']?.(approval ? rect : null)
}
