import type { WalletListing } from '../controllers/wallets/state.js'
import { toWalletListing } from './listings.js'
import { walletRows } from './walletRows.generated.js'

/** Returns the bundled wallets, the most popular first. */
export function createWalletList(): readonly WalletListing[] {
  return walletRows.map(toWalletListing)
}
