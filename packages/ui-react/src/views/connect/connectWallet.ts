import { startConnect } from '@latchkey/core/controllers'
import type { UiModal } from '../../uiModal.js'

/** Apart from the view, so that the first opening goes without what connecting needs. */
export function connectWallet(modal: UiModal, connectorId: string): void {
  void startConnect(modal, { connectorId })
}
