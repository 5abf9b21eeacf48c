import { loadModule } from '@latchkey/core'
import type { LoadedView } from './defineView.js'

/** The views that come after others, and those that few apps have. */
export type FurtherView =
  | 'Downloads'
  | 'GetWallet'
  | 'Networks'
  | 'ProfileWallets'
  | 'SIWXSignMessage'
  | 'SwitchActiveChain'
  | 'SwitchNetwork'
  | 'WhatIsAWallet'

/** How they are loaded. */
export const furtherLoaders: { readonly [name in FurtherView]: () => Promise<LoadedView<name>> } = {
  async Downloads() {
    const { DownloadsView, styles } = await loadModule(() => import('../views/downloads/DownloadsView.js'))
    return { View: DownloadsView, styles }
  },
  async GetWallet() {
    const { GetWalletView } = await loadModule(() => import('../views/get-wallet/GetWalletView.js'))
    return { View: GetWalletView }
  },
  async Networks() {
    const { NetworksView, styles } = await loadModule(() => import('../views/networks/NetworksView.js'))
    return { View: NetworksView, styles }
  },
  async ProfileWallets() {
    const { ProfileWalletsView, styles } = await loadModule(
      () => import('../views/profile-wallets/ProfileWalletsView.js'),
    )
    return { View: ProfileWalletsView, styles }
  },
  async SIWXSignMessage() {
    const { SIWXSignMessageView, styles } = await loadModule(
      () => import('../views/siwx-sign-message/SIWXSignMessageView.js'),
    )
    return { View: SIWXSignMessageView, styles }
  },
  async SwitchActiveChain() {
    const { SwitchActiveChainView, styles } = await loadModule(
      () => import('../views/switch-active-chain/SwitchActiveChainView.js'),
    )
    return { View: SwitchActiveChainView, styles }
  },
  async SwitchNetwork() {
    const { SwitchNetworkView, styles } = await loadModule(() => import('../views/switch-network/SwitchNetworkView.js'))
    return { View: SwitchNetworkView, styles }
  },
  async WhatIsAWallet() {
    const { WhatIsAWalletView, styles } = await loadModule(
      () => import('../views/what-is-a-wallet/WhatIsAWalletView.js'),
    )
    return { View: WhatIsAWalletView, styles }
  },
}
