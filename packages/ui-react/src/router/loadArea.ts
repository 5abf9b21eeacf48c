import { loadModule, type ViewName } from '@latchkey/core'
import type { Area } from './defineView.js'

/**
 * The file that defines a view which the shell does not know, if any does. Those that an account leads to first and that need
 * most have a file of their own each; where the others are, a file between tells.
 */
export async function loadArea(name: ViewName): Promise<Area> {
  if (name === 'WalletSend') return loadModule(() => import('./areas/send.js'))
  if (name === 'Swap') return loadModule(() => import('./areas/swap.js'))
  if (name === 'ProfileWallets') return loadModule(() => import('./areas/wallets.js'))
  if (name === 'Transactions') return loadModule(() => import('./areas/activity.js'))
  return (await loadModule(() => import('./findArea.js'))).findArea(name)
}
