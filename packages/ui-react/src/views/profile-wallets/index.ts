import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const profileWalletsView: ViewDefinition<'ProfileWallets'> = defineView({
  name: 'ProfileWallets',
  title: 'walletsTitle',
  load: async () => {
    const { ProfileWalletsView, styles } = await loadModule(() => import('./ProfileWalletsView.js'))
    return { View: ProfileWalletsView, styles }
  },
})
