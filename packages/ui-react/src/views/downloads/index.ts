import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { findListing } from '../../router/findListing.js'

export const downloadsView: ViewDefinition<'Downloads'> = defineView({
  name: 'Downloads',
  title: (state, { walletId }) => {
    const wallet = findListing(state, walletId)
    return wallet ? { text: wallet.name } : 'getWalletTitle'
  },
  load: async () => {
    const { DownloadsView, styles } = await loadModule(() => import('./DownloadsView.js'))
    return { View: DownloadsView, styles }
  },
})
