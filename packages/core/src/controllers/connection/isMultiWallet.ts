import type { Modal } from '../../modal.js'

/** Whether several wallets may be connected at once in one namespace. */
export function isMultiWallet(modal: Modal): boolean {
  return modal.getState().features.multiWallet
}
