import { loadModule } from '@latchkey/core'
import { getRoute } from '@latchkey/core/controllers'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const connectingExternalView: ViewDefinition<'ConnectingExternal'> = defineView({
  name: 'ConnectingExternal',
  title: (state) => {
    const { params, view } = getRoute(state)
    const id = view === 'ConnectingExternal' ? params.connectorId : undefined
    const name = state.connectors.find((connector) => connector.id === id)?.name
    return name ? { text: name } : 'connectTitle'
  },
  load: async () => ({ View: (await loadModule(() => import('./ConnectingExternalView.js'))).ConnectingExternalView }),
})
