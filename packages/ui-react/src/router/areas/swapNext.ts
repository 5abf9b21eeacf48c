import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** The views that the form of swapping leads to. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'SwapSelectToken',
    feature: 'swaps',
    load: () => loadModule(() => import('../../views/swap-select-token/SwapSelectTokenView.js')),
  },
  {
    name: 'SwapPreview',
    feature: 'swaps',
    load: () => loadModule(() => import('../../views/swap-preview/SwapPreviewView.js')),
  },
]
