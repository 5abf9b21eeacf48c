import { loadModule } from '@latchkey/core'
import { getWalletListing } from '@latchkey/core/controllers'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const downloadsView: ViewDefinition<'Downloads'> = defineView({
  name: 'Downloads',
  title: (_, { walletId }, modal) => {
    const wallet = getWalletListing(modal, walletId)
    return wallet ? { text: wallet.name } : 'getWalletTitle'
  },
  load: async () => {
    const { DownloadsView, styles } = await loadModule(() => import('./DownloadsView.js'))
    return { View: DownloadsView, styles }
  },
})
