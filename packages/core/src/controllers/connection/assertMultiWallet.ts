import { MultiWalletOffError } from '../../errors/connected.js'
import type { Modal } from '../../modal.js'
import { showAlert } from '../alert/showAlert.js'
import { isMultiWallet } from './isMultiWallet.js'

/** Refuses what is about several wallets at once while `multiWallet` is off, with an info notice. [S4.20] */
export function assertMultiWallet(modal: Modal): void {
  if (isMultiWallet(modal)) return
  const error = new MultiWalletOffError()
  showAlert(modal, error, 'info')
  throw error
}
