import { loadModule } from '@latchkey/core'
import type { HoldingTabs } from './HoldingTabs.js'
import type { TotalText } from './TotalText.js'
import type { WalletsRow } from './WalletsRow.js'

// What is shown of most accounts beside themselves. A file between, so that the view has no list of the files that these
// need.

export type Holdings = { readonly HoldingTabs: typeof HoldingTabs; readonly TotalText: typeof TotalText }

export async function loadHoldings(): Promise<Holdings> {
  return loadModule(() => import('./HoldingTabs.js'))
}

export async function loadWallets(): Promise<{ readonly WalletsRow: typeof WalletsRow }> {
  return loadModule(() => import('./WalletsRow.js'))
}
