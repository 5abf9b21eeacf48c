import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const networksView: ViewDefinition<'Networks'> = defineView({
  name: 'Networks',
  title: 'networksTitle',
  load: async () => {
    const { NetworksView, styles } = await loadModule(() => import('./NetworksView.js'))
    return { View: NetworksView, styles }
  },
})
