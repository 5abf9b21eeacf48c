import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadUpdateEmailPrimaryOtp(): Promise<LoadedView<'UpdateEmailPrimaryOtp'>> {
  const { UpdateEmailPrimaryOtpView, styles } = await loadModule(() => import('./UpdateEmailPrimaryOtpView.js'))
  return { View: UpdateEmailPrimaryOtpView, styles }
}
