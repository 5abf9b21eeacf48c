import { loadModule } from '@latchkey/core'
import { getRoute } from '@latchkey/core/controllers'
import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { isAskedToLeave } from '../unsupported-chain/isAskedToLeave.js'

export const switchNetworkView: ViewDefinition<'SwitchNetwork'> = defineView({
  name: 'SwitchNetwork',
  title: (state) => {
    const { params, view } = getRoute(state)
    const id = view === 'SwitchNetwork' ? params.caipNetworkId : undefined
    const name = state.networks.find((network) => network.caipNetworkId === id)?.name
    return name ? { text: name } : 'networksTitle'
  },
  canClose: (state) => !isAskedToLeave(state),
  load: async () => ({ View: (await loadModule(() => import('./SwitchNetworkView.js'))).SwitchNetworkView }),
})
