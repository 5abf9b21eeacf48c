import { loadModule } from '../../utils/loadModule.js'
import { createWalletList } from '../../walletList/createWalletList.js'
import { queryWallets } from '../../walletList/queryWallets.js'
import type { WalletSource } from './memory.js'

/** Creates a source from the bundled list and the logos of its most popular wallets. Contacts no service. */
export function createListSource(): WalletSource {
  const wallets = createWalletList()
  return {
    list: async (query) => queryWallets(wallets, query),
    async fetchImage({ kind, id }) {
      if (kind !== 'wallet') return undefined
      const { walletMarks } = await loadModule(() => import('../../marks/walletMarks.generated.js'))
      const mark = Object.hasOwn(walletMarks, id) ? walletMarks[id] : undefined
      return mark === undefined ? undefined : new Blob([mark], { type: 'image/svg+xml' })
    },
  }
}
