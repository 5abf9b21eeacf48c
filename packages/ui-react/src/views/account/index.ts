import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const accountView: ViewDefinition<'Account'> = defineView({
  name: 'Account',
  title: 'accountTitle',
  load: async () => {
    const [{ AccountView, styles }, { NetworkPill }] = await Promise.all([
      loadModule(() => import('./AccountView.js')),
      loadModule(() => import('./NetworkPill.js')),
    ])
    return { View: AccountView, Header: NetworkPill, styles }
  },
})
