import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadOnRampProviders(): Promise<LoadedView<'OnRampProviders'>> {
  const { OnRampProvidersView, Title, styles } = await loadModule(() => import('./OnRampProvidersView.js'))
  return { View: OnRampProvidersView, Title, styles }
}
