import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadPairing } from '../connecting-wallet-connect/loadPairing.js'

export const connectingWalletConnectBasicView: ViewDefinition<'ConnectingWalletConnectBasic'> = defineView({
  name: 'ConnectingWalletConnectBasic',
  title: 'connectTitle',
  load: () => loadPairing('ConnectingWalletConnectBasic'),
  help: 'WhatIsAWallet',
})
