import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadConnectSocials(): Promise<LoadedView<'ConnectSocials'>> {
  const { ConnectSocialsView, styles } = await loadModule(() => import('./ConnectSocialsView.js'))
  return { View: ConnectSocialsView, styles }
}
