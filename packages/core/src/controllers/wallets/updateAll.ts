import type { Modal } from '../../modal.js'
import type { WalletPage } from './state.js'
import { updateWallets } from './updateWallets.js'

/** Changes the pages of all wallets; an earlier fault is over. */
export function updateAll(modal: Modal, change: Partial<WalletPage>): void {
  updateWallets(modal, ({ all }) => ({ all: { ...all, error: undefined, ...change } }))
}
