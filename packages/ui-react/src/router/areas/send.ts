import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** The form of sending. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'WalletSend',
    feature: 'send',
    load: () => loadModule(() => import('../../views/wallet-send/WalletSendView.js')),
  },
]
