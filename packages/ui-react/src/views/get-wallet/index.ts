import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const getWalletView: ViewDefinition<'GetWallet'> = defineView({
  name: 'GetWallet',
  title: 'getWalletTitle',
  load: async () => {
    const { GetWalletView } = await loadModule(() => import('./GetWalletView.js'))
    return { View: GetWalletView }
  },
})
