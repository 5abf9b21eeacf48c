import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { findWallet } from '../../router/findWallet.js'

export const connectingMultiChainView: ViewDefinition<'ConnectingMultiChain'> = defineView({
  name: 'ConnectingMultiChain',
  title: (state, { connectorId }) => {
    const name = findWallet(state, connectorId)?.name
    return name ? { text: name } : 'connectTitle'
  },
  load: () => loadModule(() => import('./ConnectingMultiChainView.js')),
})
