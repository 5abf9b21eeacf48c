import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadFurther } from '../../router/loadFurther.js'
import { isAskedToLeave } from '../unsupported-chain/isAskedToLeave.js'

export const switchNetworkView: ViewDefinition<'SwitchNetwork'> = defineView({
  name: 'SwitchNetwork',
  title: (state, { caipNetworkId }) => {
    const name = state.networks.find((network) => network.caipNetworkId === caipNetworkId)?.name
    return name ? { text: name } : 'networksTitle'
  },
  canClose: (state) => !isAskedToLeave(state),
  load: () => loadFurther('SwitchNetwork'),
})
