import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const accountView: ViewDefinition<'Account'> = defineView({
  name: 'Account',
  title: 'accountTitle',
  load: () => loadModule(() => import('./AccountView.js')),
})
