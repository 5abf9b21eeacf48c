import { close, goBack } from '@latchkey/core/controllers'
import type { UiModal } from '../../uiModal.js'

/** Leaves with what is connected: back to the list of wallets where the visitor came from there, else closed. */
export function finishConnect(modal: UiModal): void {
  const { stack } = modal.getState().router
  const steps = stack.toReversed().findIndex(({ view }) => view === 'ProfileWallets')
  if (steps < 0) close(modal)
  else for (let step = 0; step < steps; step++) goBack(modal)
}
