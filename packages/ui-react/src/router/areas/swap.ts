import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** The form of swapping. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'Swap',
    feature: 'swaps',
    load: () => loadModule(() => import('../../views/swap/SwapView.js')),
  },
]
