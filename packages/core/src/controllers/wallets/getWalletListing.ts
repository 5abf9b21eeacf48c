import { internals, type Modal } from '../../modal.js'
import type { WalletListing } from './state.js'

/** A wallet by its id, of the app or of the list as far as that has come. */
export function getWalletListing(modal: Modal, walletId: string): WalletListing | undefined {
  const { options, wallets } = modal[internals]
  const { featured, recommended, recent, all, search } = modal.getState().wallets
  const lists = [options.customWallets, featured, recommended, recent, search.wallets, all.wallets]
  for (const list of lists) {
    const found = list.find(({ id }) => id === walletId)
    if (found) return found
  }
  return wallets?.listings.get(walletId)
}
