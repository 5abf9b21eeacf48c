import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const updateEmailWalletView: ViewDefinition<'UpdateEmailWallet'> = defineView({
  name: 'UpdateEmailWallet',
  title: 'emailEditTitle',
  load: async () => {
    const { UpdateEmailWalletView, styles } = await loadModule(() => import('./UpdateEmailWalletView.js'))
    return { View: UpdateEmailWalletView, styles }
  },
})
