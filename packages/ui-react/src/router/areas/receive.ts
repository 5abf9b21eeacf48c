import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** The views of receiving. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'WalletReceive',
    feature: 'receive',
    load: () => loadModule(() => import('../../views/wallet-receive/WalletReceiveView.js')),
  },
  {
    name: 'WalletCompatibleNetworks',
    feature: 'receive',
    load: () => loadModule(() => import('../../views/wallet-compatible-networks/WalletCompatibleNetworksView.js')),
  },
]
