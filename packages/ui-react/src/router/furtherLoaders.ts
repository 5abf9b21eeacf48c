import { loadModule } from '@latchkey/core'
import type { LoadedView } from './defineView.js'

/** The views that come after others, and those that few apps have. */
export type FurtherView =
  | 'Downloads'
  | 'GetWallet'
  | 'Networks'
  | 'SIWXSignMessage'
  | 'SwitchActiveChain'
  | 'SwitchNetwork'
  | 'WhatIsAWallet'

/** How they are loaded. */
export const furtherLoaders: { readonly [name in FurtherView]: () => Promise<LoadedView<name>> } = {
  Downloads: () => loadModule(() => import('../views/downloads/DownloadsView.js')),
  GetWallet: () => loadModule(() => import('../views/get-wallet/GetWalletView.js')),
  Networks: () => loadModule(() => import('../views/networks/NetworksView.js')),
  SIWXSignMessage: () => loadModule(() => import('../views/siwx-sign-message/SIWXSignMessageView.js')),
  SwitchActiveChain: () => loadModule(() => import('../views/switch-active-chain/SwitchActiveChainView.js')),
  SwitchNetwork: () => loadModule(() => import('../views/switch-network/SwitchNetworkView.js')),
  WhatIsAWallet: () => loadModule(() => import('../views/what-is-a-wallet/WhatIsAWalletView.js')),
}
