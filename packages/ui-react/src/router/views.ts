import type { ViewName } from '@latchkey/core'
import { accountView } from '../views/account/index.js'
import { allWalletsView } from '../views/all-wallets/index.js'
import { connectView } from '../views/connect/index.js'
import { connectingExternalView } from '../views/connecting-external/index.js'
import { connectingMultiChainView } from '../views/connecting-multi-chain/index.js'
import { connectingWalletConnectView } from '../views/connecting-wallet-connect/index.js'
import { connectingWalletConnectBasicView } from '../views/connecting-wallet-connect-basic/index.js'
import { downloadsView } from '../views/downloads/index.js'
import { getWalletView } from '../views/get-wallet/index.js'
import { networksView } from '../views/networks/index.js'
import { siwxSignMessageView } from '../views/siwx-sign-message/index.js'
import { switchActiveChainView } from '../views/switch-active-chain/index.js'
import { switchNetworkView } from '../views/switch-network/index.js'
import { unsupportedChainView } from '../views/unsupported-chain/index.js'
import { whatIsAWalletView } from '../views/what-is-a-wallet/index.js'
import type { AnyViewDefinition, ViewDefinition } from './defineView.js'

/** Views by name; null where it is known that there is none. Grows: see createViewLoader.ts. */
export type ViewRegistry = { [name in ViewName]?: ViewDefinition<name> | null }

/**
 * The views that the shell knows: a view is added by its folder and one line here. Those that few pages need are in
 * files of `areas`; see loadArea.ts.
 */
const ownViews: readonly AnyViewDefinition[] = [
  connectView,
  connectingExternalView,
  connectingMultiChainView,
  accountView,
  networksView,
  switchNetworkView,
  switchActiveChainView,
  unsupportedChainView,
  siwxSignMessageView,
  connectingWalletConnectView,
  connectingWalletConnectBasicView,
  allWalletsView,
  getWalletView,
  downloadsView,
  whatIsAWalletView,
]

/** Views by name; those of the app and of plugins come over ours. */
export function toRegistry(more: readonly AnyViewDefinition[]): ViewRegistry {
  return Object.fromEntries([...ownViews, ...more].map((view) => [view.name, view]))
}
