import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** The views that buying begins with. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'FundWallet',
    load: () => loadModule(() => import('../../views/fund-wallet/FundWalletView.js')),
  },
  {
    name: 'OnRampProviders',
    feature: 'onramp',
    load: () => loadModule(() => import('../../views/on-ramp-providers/OnRampProvidersView.js')),
  },
]
