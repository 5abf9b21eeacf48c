import { loadModule } from '@latchkey/core'

/** Loads what speaks to a wallet, and knows where what reads its chain is. */
export function loadWallet(): Promise<typeof import('./openWallet.js')> {
  return loadModule(() => import('./openWallet.js'))
}
