import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadEmailVerifyDevice(): Promise<LoadedView<'EmailVerifyDevice'>> {
  const { EmailVerifyDeviceView, styles } = await loadModule(() => import('./EmailVerifyDeviceView.js'))
  return { View: EmailVerifyDeviceView, styles }
}
