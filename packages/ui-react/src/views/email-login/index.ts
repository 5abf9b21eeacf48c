import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadEmailLogin(): Promise<LoadedView<'EmailLogin'>> {
  const { EmailLoginView, styles } = await loadModule(() => import('./EmailLoginView.js'))
  return { View: EmailLoginView, styles }
}
