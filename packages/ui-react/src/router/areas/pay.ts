import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** Paying. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'Pay',
    feature: 'pay',
    load: () => loadModule(() => import('../../views/pay/PayView.js')),
  },
]
