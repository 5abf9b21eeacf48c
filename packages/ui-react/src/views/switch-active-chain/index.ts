import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadFurther } from '../../router/loadFurther.js'

export const switchActiveChainView: ViewDefinition<'SwitchActiveChain'> = defineView({
  name: 'SwitchActiveChain',
  title: (state, { caipNetworkId }) => {
    const name = state.networks.find((network) => network.caipNetworkId === caipNetworkId)?.name
    return name ? { text: name } : 'networksTitle'
  },
  load: () => loadFurther('SwitchActiveChain'),
})
