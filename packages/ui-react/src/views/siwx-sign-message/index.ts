import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

/** What must not be left is left to core: it guards the closing of this view. */
export const siwxSignMessageView: ViewDefinition<'SIWXSignMessage'> = defineView({
  name: 'SIWXSignMessage',
  title: 'signInTitle',
  load: async () => {
    const { SIWXSignMessageView, styles } = await loadModule(() => import('./SIWXSignMessageView.js'))
    return { View: SIWXSignMessageView, styles }
  },
})
