import type { StartConnectOptions } from '@latchkey/core'
import { startConnect } from '@latchkey/core/controllers'
import type { LoadedView } from '../../router/defineView.js'
import type { UiModal } from '../../uiModal.js'
import { ConnectingExternalView, styles } from './ConnectingExternalView.js'

/** The view that waits for it: who needs the one needs the other, and has both with one request. */
export const waitingView: LoadedView<'ConnectingExternal'> = { View: ConnectingExternalView, styles }

/** Apart from the Connect view, so that the first opening goes without what connecting needs. */
export function connectWallet(modal: UiModal, options: StartConnectOptions): void {
  void startConnect(modal, options)
}
