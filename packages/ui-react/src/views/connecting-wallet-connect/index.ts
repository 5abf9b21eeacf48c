import { getWalletListing } from '@latchkey/core/controllers'
import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadPairing } from './loadPairing.js'

export const connectingWalletConnectView: ViewDefinition<'ConnectingWalletConnect'> = defineView({
  name: 'ConnectingWalletConnect',
  title: (_, params, modal) => {
    const wallet = params?.walletId === undefined ? undefined : getWalletListing(modal, params.walletId)
    return wallet ? { text: wallet.name } : 'pairingTitle'
  },
  load: () => loadPairing('ConnectingWalletConnect'),
})
