import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadUpdateEmailSecondaryOtp(): Promise<LoadedView<'UpdateEmailSecondaryOtp'>> {
  const { UpdateEmailSecondaryOtpView, styles } = await loadModule(() => import('./UpdateEmailSecondaryOtpView.js'))
  return { View: UpdateEmailSecondaryOtpView, styles }
}
