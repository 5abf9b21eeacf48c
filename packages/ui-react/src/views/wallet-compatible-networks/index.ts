import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadWalletCompatibleNetworks(): Promise<LoadedView<'WalletCompatibleNetworks'>> {
  const { WalletCompatibleNetworksView, Title, styles } = await loadModule(
    () => import('./WalletCompatibleNetworksView.js'),
  )
  return { View: WalletCompatibleNetworksView, Title, styles }
}
