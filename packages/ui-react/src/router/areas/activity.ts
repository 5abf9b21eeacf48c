import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** What an account did. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'Transactions',
    feature: 'activity',
    load: () => loadModule(() => import('../../views/transactions/TransactionsView.js')),
  },
]
