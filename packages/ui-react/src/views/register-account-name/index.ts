import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadRegisterAccountName(): Promise<LoadedView<'RegisterAccountName'>> {
  const { RegisterAccountNameView, Title, styles } = await loadModule(() => import('./RegisterAccountNameView.js'))
  return { View: RegisterAccountNameView, Title, styles }
}
