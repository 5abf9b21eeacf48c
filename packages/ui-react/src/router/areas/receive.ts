import { loadTransactions } from '../../views/transactions/index.js'
import { loadWalletCompatibleNetworks } from '../../views/wallet-compatible-networks/index.js'
import { loadWalletReceive } from '../../views/wallet-receive/index.js'
import type { LoadedView } from '../defineView.js'

type ReceiveView = 'WalletReceive' | 'WalletCompatibleNetworks' | 'Transactions'

/** The views of receiving, and of what came. */
export const loaders: { readonly [name in ReceiveView]: () => Promise<LoadedView<name>> } = {
  WalletReceive: loadWalletReceive,
  WalletCompatibleNetworks: loadWalletCompatibleNetworks,
  Transactions: loadTransactions,
}
