import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const updateEmailPrimaryOtpView: ViewDefinition<'UpdateEmailPrimaryOtp'> = defineView({
  name: 'UpdateEmailPrimaryOtp',
  title: 'emailEditTitle',
  load: async () => {
    const { UpdateEmailPrimaryOtpView, styles } = await loadModule(() => import('./UpdateEmailPrimaryOtpView.js'))
    return { View: UpdateEmailPrimaryOtpView, styles }
  },
})
