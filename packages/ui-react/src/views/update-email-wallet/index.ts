import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadUpdateEmailWallet(): Promise<LoadedView<'UpdateEmailWallet'>> {
  const { UpdateEmailWalletView, styles } = await loadModule(() => import('./UpdateEmailWalletView.js'))
  return { View: UpdateEmailWalletView, styles }
}
