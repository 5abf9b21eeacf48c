import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadFurther } from '../../router/loadFurther.js'

export const connectingWalletConnectBasicView: ViewDefinition<'ConnectingWalletConnectBasic'> = defineView({
  name: 'ConnectingWalletConnectBasic',
  title: 'connectTitle',
  load: () => loadFurther('ConnectingWalletConnectBasic'),
  help: 'WhatIsAWallet',
})
