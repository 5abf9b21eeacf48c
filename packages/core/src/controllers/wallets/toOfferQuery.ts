import { internals, type Modal } from '../../modal.js'
import type { WalletQuery } from '../../walletList/queryWallets.js'

/** What every question for wallets to offer has in common. */
export function toOfferQuery(modal: Modal): Pick<WalletQuery, 'include' | 'exclude' | 'chains'> {
  const { includeWalletIds, excludeWalletIds } = modal[internals].options
  const chains = modal.getState().networks.map(({ caipNetworkId }) => caipNetworkId)
  return { include: includeWalletIds, exclude: excludeWalletIds, chains }
}
