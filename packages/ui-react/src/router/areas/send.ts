import { loadWalletSend } from '../../views/wallet-send/index.js'
import type { LoadedView } from '../defineView.js'

type SendView = 'WalletSend'

/** The form of sending. */
export const loaders: { readonly [name in SendView]: () => Promise<LoadedView<name>> } = {
  WalletSend: loadWalletSend,
}
