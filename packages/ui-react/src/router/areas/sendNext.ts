import { loadWalletSendPreview } from '../../views/wallet-send-preview/index.js'
import { loadWalletSendSelectToken } from '../../views/wallet-send-select-token/index.js'
import type { LoadedView } from '../defineView.js'

type SendNextView = 'WalletSendSelectToken' | 'WalletSendPreview'

/** The views that the form of sending leads to. */
export const loaders: { readonly [name in SendNextView]: () => Promise<LoadedView<name>> } = {
  WalletSendSelectToken: loadWalletSendSelectToken,
  WalletSendPreview: loadWalletSendPreview,
}
