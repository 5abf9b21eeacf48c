import { createWalletList } from '../../walletList/createWalletList.js'
import { queryWallets } from '../../walletList/queryWallets.js'
import type { WalletSource } from './source.js'

/** The list that comes with this package: no service is asked, and there are no images. */
export function createListSource(): WalletSource {
  const wallets = createWalletList()
  return { list: async (query) => queryWallets(wallets, query) }
}
