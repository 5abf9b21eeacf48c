import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadConnectingFarcaster(): Promise<LoadedView<'ConnectingFarcaster'>> {
  const { ConnectingFarcasterView, styles } = await loadModule(() => import('./ConnectingFarcasterView.js'))
  return { View: ConnectingFarcasterView, styles }
}
