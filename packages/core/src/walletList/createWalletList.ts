import type { WalletListing } from '../controllers/wallets/state.js'
import { toWalletListing } from './listings.js'
import { walletRows } from './walletRows.generated.js'

/** The wallets that come with this package, those that most visitors have first. */
export function createWalletList(): readonly WalletListing[] {
  return walletRows.map(toWalletListing)
}
