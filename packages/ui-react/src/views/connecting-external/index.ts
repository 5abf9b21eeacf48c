import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const connectingExternalView: ViewDefinition<'ConnectingExternal'> = defineView({
  name: 'ConnectingExternal',
  title: (state, { connectorId }) => {
    const name = state.connectors.find((connector) => connector.id === connectorId)?.name
    return name ? { text: name } : 'connectTitle'
  },
  load: async () => ({ View: (await loadModule(() => import('./ConnectingExternalView.js'))).ConnectingExternalView }),
})
