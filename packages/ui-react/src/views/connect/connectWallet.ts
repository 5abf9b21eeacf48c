import type { StartConnectOptions } from '@latchkey/core'
import { startConnect } from '@latchkey/core/controllers'
import type { UiModal } from '../../uiModal.js'

/** Apart from the view, so that the first opening goes without what connecting needs. */
export function connectWallet(modal: UiModal, options: StartConnectOptions): void {
  void startConnect(modal, options)
}
