import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadEmailVerifyOtp(): Promise<LoadedView<'EmailVerifyOtp'>> {
  const { EmailVerifyOtpView, styles } = await loadModule(() => import('./EmailVerifyOtpView.js'))
  return { View: EmailVerifyOtpView, styles }
}
