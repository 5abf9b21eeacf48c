import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadSwapSelectToken(): Promise<LoadedView<'SwapSelectToken'>> {
  const { SwapSelectTokenView, Title, styles } = await loadModule(() => import('./SwapSelectTokenView.js'))
  return { View: SwapSelectTokenView, Title, styles }
}
