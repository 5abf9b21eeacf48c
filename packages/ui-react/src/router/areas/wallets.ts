import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** All wallets that are connected. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'ProfileWallets',
    title: 'walletsTitle',
    load: () => loadModule(() => import('../../views/profile-wallets/ProfileWalletsView.js')),
  },
]
