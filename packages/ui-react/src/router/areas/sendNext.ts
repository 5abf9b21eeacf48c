import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** The views that the form of sending leads to. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'WalletSendSelectToken',
    feature: 'send',
    load: () => loadModule(() => import('../../views/wallet-send-select-token/WalletSendSelectTokenView.js')),
  },
  {
    name: 'WalletSendPreview',
    feature: 'send',
    load: () => loadModule(() => import('../../views/wallet-send-preview/WalletSendPreviewView.js')),
  },
]
