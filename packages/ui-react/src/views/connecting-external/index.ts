import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { findWallet } from '../../router/findWallet.js'

export const connectingExternalView: ViewDefinition<'ConnectingExternal'> = defineView({
  name: 'ConnectingExternal',
  title: (state, { connectorId }) => {
    const name = findWallet(state, connectorId)?.name
    return name ? { text: name } : 'connectTitle'
  },
  load: async () => (await loadModule(() => import('./connectWallet.js'))).waitingView,
})
