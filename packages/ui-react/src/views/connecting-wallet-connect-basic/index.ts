import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const connectingWalletConnectBasicView: ViewDefinition<'ConnectingWalletConnectBasic'> = defineView({
  name: 'ConnectingWalletConnectBasic',
  title: 'connectTitle',
  load: () => loadModule(() => import('./ConnectingWalletConnectBasicView.js')),
  help: 'WhatIsAWallet',
})
