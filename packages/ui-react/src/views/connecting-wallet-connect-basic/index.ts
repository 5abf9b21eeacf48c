import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const connectingWalletConnectBasicView: ViewDefinition<'ConnectingWalletConnectBasic'> = defineView({
  name: 'ConnectingWalletConnectBasic',
  title: 'connectTitle',
  load: async () => {
    const { ConnectingWalletConnectBasicView, styles } = await loadModule(
      () => import('./ConnectingWalletConnectBasicView.js'),
    )
    return { View: ConnectingWalletConnectBasicView, styles }
  },
  help: 'WhatIsAWallet',
})
