import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadWalletSendSelectToken(): Promise<LoadedView<'WalletSendSelectToken'>> {
  const { WalletSendSelectTokenView, Title, styles } = await loadModule(() => import('./WalletSendSelectTokenView.js'))
  return { View: WalletSendSelectTokenView, Title, styles }
}
