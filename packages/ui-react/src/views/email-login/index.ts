import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const emailLoginView: ViewDefinition<'EmailLogin'> = defineView({
  name: 'EmailLogin',
  title: 'emailLoginTitle',
  feature: 'email',
  load: async () => {
    const { EmailLoginView, styles } = await loadModule(() => import('./EmailLoginView.js'))
    return { View: EmailLoginView, styles }
  },
})
