import { loadModule } from '@latchkey/core'
import type { HoldingTabs } from './HoldingTabs.js'
import type { leaveShownWallet } from './leaveShownWallet.js'
import type { LoginParts } from './loginParts.js'
import type { NotConnected } from './NotConnected.js'
import type { TotalText } from './TotalText.js'
import type { WalletsRow } from './WalletsRow.js'

// What not every account has, and what ends its connection. A file between, so that the view has no list of the files
// that these need.

export type Holdings = { readonly HoldingTabs: typeof HoldingTabs; readonly TotalText: typeof TotalText }

export async function loadHoldings(): Promise<Holdings> {
  return loadModule(() => import('./HoldingTabs.js'))
}

export async function loadNfts(): Promise<typeof import('./holdings/NftsTab.js')> {
  return loadModule(() => import('./holdings/NftsTab.js'))
}

export async function loadActivity(): Promise<typeof import('../transactions/ActivityTab.js')> {
  return loadModule(() => import('../transactions/ActivityTab.js'))
}

export async function loadGone(): Promise<{ readonly NotConnected: typeof NotConnected }> {
  return loadModule(() => import('./NotConnected.js'))
}

export async function loadWallets(): Promise<{ readonly WalletsRow: typeof WalletsRow }> {
  return loadModule(() => import('./WalletsRow.js'))
}

export async function loadLogin(): Promise<{ readonly loginParts: LoginParts }> {
  return loadModule(() => import('./loginParts.js'))
}

export async function loadLeave(): Promise<{ readonly leaveShownWallet: typeof leaveShownWallet }> {
  return loadModule(() => import('./leaveShownWallet.js'))
}
