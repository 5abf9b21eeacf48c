import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const switchActiveChainView: ViewDefinition<'SwitchActiveChain'> = defineView({
  name: 'SwitchActiveChain',
  title: (state, { caipNetworkId }) => {
    const name = state.networks.find((network) => network.caipNetworkId === caipNetworkId)?.name
    return name ? { text: name } : 'networksTitle'
  },
  load: async () => {
    const { SwitchActiveChainView, styles } = await loadModule(() => import('./SwitchActiveChainView.js'))
    return { View: SwitchActiveChainView, styles }
  },
})
