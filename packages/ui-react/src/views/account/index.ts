import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const accountView: ViewDefinition<'Account'> = defineView({
  name: 'Account',
  title: 'accountTitle',
  load: async () => {
    const { AccountView, NetworkPill, styles } = await loadModule(() => import('./AccountView.js'))
    return { View: AccountView, Header: NetworkPill, styles }
  },
})
