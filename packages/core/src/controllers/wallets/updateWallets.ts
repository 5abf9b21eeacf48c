import { internals, type Modal } from '../../modal.js'
import type { WalletsState } from './state.js'

/** Changes what is known of the list. After the end of the modal nothing is written. */
export function updateWallets(modal: Modal, change: (wallets: WalletsState) => Partial<WalletsState>): void {
  const { signal, store } = modal[internals]
  if (!signal.aborted)
    store.setState((state) => ({ ...state, wallets: { ...state.wallets, ...change(state.wallets) } }))
}
