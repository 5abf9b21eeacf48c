import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadConnectingSocial(): Promise<LoadedView<'ConnectingSocial'>> {
  const { ConnectingSocialView, styles } = await loadModule(() => import('./ConnectingSocialView.js'))
  return { View: ConnectingSocialView, styles }
}
