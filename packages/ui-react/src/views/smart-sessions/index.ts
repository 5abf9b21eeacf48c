import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadSmartSessions(): Promise<LoadedView<'SmartSessions'>> {
  const { SmartSessionsView, Title, styles } = await loadModule(() => import('./SmartSessionsView.js'))
  return { View: SmartSessionsView, Title, styles }
}
