import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadSwapPreview(): Promise<LoadedView<'SwapPreview'>> {
  const { SwapPreviewView, Title, styles } = await loadModule(() => import('./SwapPreviewView.js'))
  return { View: SwapPreviewView, Title, styles }
}
