import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const allWalletsView: ViewDefinition<'AllWallets'> = defineView({
  name: 'AllWallets',
  title: 'allWalletsTitle',
  load: () => loadModule(() => import('./AllWalletsView.js')),
})
