import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { findListing } from '../../router/findListing.js'

export const connectingWalletConnectView: ViewDefinition<'ConnectingWalletConnect'> = defineView({
  name: 'ConnectingWalletConnect',
  title: (state, params) => {
    const wallet = findListing(state, params?.walletId)
    return wallet ? { text: wallet.name } : 'pairingTitle'
  },
  load: async () => {
    const { ConnectingWalletConnectView, styles } = await loadModule(() => import('./ConnectingWalletConnectView.js'))
    return { View: ConnectingWalletConnectView, styles }
  },
})
