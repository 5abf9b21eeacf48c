import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** The views that buying goes on with. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'OnRampAmount',
    feature: 'onramp',
    load: () => loadModule(() => import('../../views/on-ramp-amount/OnRampAmountView.js')),
  },
  {
    name: 'BuyInProgress',
    feature: 'onramp',
    load: () => loadModule(() => import('../../views/buy-in-progress/BuyInProgressView.js')),
  },
]
