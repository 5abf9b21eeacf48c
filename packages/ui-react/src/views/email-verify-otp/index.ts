import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const emailVerifyOtpView: ViewDefinition<'EmailVerifyOtp'> = defineView({
  name: 'EmailVerifyOtp',
  title: 'emailTitle',
  feature: 'email',
  load: async () => {
    const { EmailVerifyOtpView, styles } = await loadModule(() => import('./EmailVerifyOtpView.js'))
    return { View: EmailVerifyOtpView, styles }
  },
})
