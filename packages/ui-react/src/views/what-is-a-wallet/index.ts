import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const whatIsAWalletView: ViewDefinition<'WhatIsAWallet'> = defineView({
  name: 'WhatIsAWallet',
  title: 'whatIsAWalletTitle',
  load: async () => {
    const { WhatIsAWalletView, styles } = await loadModule(() => import('./WhatIsAWalletView.js'))
    return { View: WhatIsAWalletView, styles }
  },
})
