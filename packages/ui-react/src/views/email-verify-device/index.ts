import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const emailVerifyDeviceView: ViewDefinition<'EmailVerifyDevice'> = defineView({
  name: 'EmailVerifyDevice',
  title: 'emailTitle',
  feature: 'email',
  load: async () => {
    const { EmailVerifyDeviceView, styles } = await loadModule(() => import('./EmailVerifyDeviceView.js'))
    return { View: EmailVerifyDeviceView, styles }
  },
})
