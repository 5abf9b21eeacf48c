import { loadModule } from '../../utils/loadModule.js'
import { createWalletList } from '../../walletList/createWalletList.js'
import { queryWallets } from '../../walletList/queryWallets.js'
import type { WalletSource } from './memory.js'

/** The list that comes with this package, and the marks of its best-known wallets: no service is asked. */
export function createListSource(): WalletSource {
  const wallets = createWalletList()
  return {
    list: async (query) => queryWallets(wallets, query),
    async fetchImage({ kind, id }) {
      if (kind !== 'wallet') return undefined
      const { walletMarks } = await loadModule(() => import('../../walletList/walletMarks.generated.js'))
      const mark = Object.hasOwn(walletMarks, id) ? walletMarks[id] : undefined
      return mark === undefined ? undefined : new Blob([mark], { type: 'image/svg+xml' })
    },
  }
}
