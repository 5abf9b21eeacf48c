import { loadModule } from '@latchkey/core'
import type { leaveShownWallet } from './leaveShownWallet.js'
import type { LoginParts } from './loginParts.js'
import type { NotConnected } from './NotConnected.js'

// What not every account has, and what ends its connection. A file between, so that the view has no list of the files
// that these need.

export async function loadGone(): Promise<{ readonly NotConnected: typeof NotConnected }> {
  return loadModule(() => import('./NotConnected.js'))
}

export async function loadLogin(): Promise<{ readonly loginParts: LoginParts }> {
  return loadModule(() => import('./loginParts.js'))
}

export async function loadLeave(): Promise<{ readonly leaveShownWallet: typeof leaveShownWallet }> {
  return loadModule(() => import('./leaveShownWallet.js'))
}
