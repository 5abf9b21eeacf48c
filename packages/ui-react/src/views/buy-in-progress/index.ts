import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadBuyInProgress(): Promise<LoadedView<'BuyInProgress'>> {
  const { BuyInProgressView, Title, styles } = await loadModule(() => import('./BuyInProgressView.js'))
  return { View: BuyInProgressView, Title, styles }
}
