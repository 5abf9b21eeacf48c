import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadAccountSettings(): Promise<LoadedView<'AccountSettings'>> {
  const { AccountSettingsView, styles } = await loadModule(() => import('./AccountSettingsView.js'))
  return { View: AccountSettingsView, styles }
}
