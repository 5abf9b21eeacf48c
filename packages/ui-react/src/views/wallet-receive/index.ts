import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadWalletReceive(): Promise<LoadedView<'WalletReceive'>> {
  const { WalletReceiveView, Title, styles } = await loadModule(() => import('./WalletReceiveView.js'))
  return { View: WalletReceiveView, Title, styles }
}
