import type { LoadedView } from '../../router/defineView.js'
import { ConnectingWalletConnectBasicView } from '../connecting-wallet-connect-basic/ConnectingWalletConnectBasicView.js'
import { ConnectingWalletConnectView } from './ConnectingWalletConnectView.js'
import { pairingStyles as styles } from './pairingStyles.js'

export type PairingView = 'ConnectingWalletConnect' | 'ConnectingWalletConnectBasic'

/** The views that show a code. They have nearly all in common, and come as one. */
export const pairingViews: { readonly [name in PairingView]: LoadedView<name> } = {
  ConnectingWalletConnect: { View: ConnectingWalletConnectView, styles },
  ConnectingWalletConnectBasic: { View: ConnectingWalletConnectBasicView, styles },
}
