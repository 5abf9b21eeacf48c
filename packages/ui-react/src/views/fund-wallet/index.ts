import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadFundWallet(): Promise<LoadedView<'FundWallet'>> {
  const { FundWalletView, Title } = await loadModule(() => import('./FundWalletView.js'))
  return { View: FundWalletView, Title }
}
