import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadSwapView(): Promise<LoadedView<'Swap'>> {
  const { SwapView, Title, styles } = await loadModule(() => import('./SwapView.js'))
  return { View: SwapView, Title, styles }
}
