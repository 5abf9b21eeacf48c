import { loadModule } from '@latchkey/core'

// What can be done with a wallet. A file between, so that the list of wallets has no list of the files that this needs.

export async function loadActions(): Promise<typeof import('./walletActions.js')> {
  return loadModule(() => import('./walletActions.js'))
}
