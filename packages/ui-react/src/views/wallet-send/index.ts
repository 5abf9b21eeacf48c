import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadWalletSend(): Promise<LoadedView<'WalletSend'>> {
  const { WalletSendView, Title, styles } = await loadModule(() => import('./WalletSendView.js'))
  return { View: WalletSendView, Title, styles }
}
