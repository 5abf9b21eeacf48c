import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadOnRampAmount(): Promise<LoadedView<'OnRampAmount'>> {
  const { OnRampAmountView, Title, styles } = await loadModule(() => import('./OnRampAmountView.js'))
  return { View: OnRampAmountView, Title, styles }
}
