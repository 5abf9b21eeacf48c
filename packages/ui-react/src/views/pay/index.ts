import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadPay(): Promise<LoadedView<'Pay'>> {
  const { PayView, Title, styles } = await loadModule(() => import('./PayView.js'))
  return { View: PayView, Title, styles }
}
