import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const updateEmailSecondaryOtpView: ViewDefinition<'UpdateEmailSecondaryOtp'> = defineView({
  name: 'UpdateEmailSecondaryOtp',
  title: 'emailEditTitle',
  load: async () => {
    const { UpdateEmailSecondaryOtpView, styles } = await loadModule(() => import('./UpdateEmailSecondaryOtpView.js'))
    return { View: UpdateEmailSecondaryOtpView, styles }
  },
})
