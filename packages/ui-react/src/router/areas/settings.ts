import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** What an embedded wallet lets its visitor set: who is logged in has it, whatever else is on. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'AccountSettings',
    title: 'settingsTitle',
    load: () => loadModule(() => import('../../views/account-settings/AccountSettingsView.js')),
  },
  {
    name: 'UpdateEmailWallet',
    title: 'emailEditTitle',
    load: () => loadModule(() => import('../../views/update-email-wallet/UpdateEmailWalletView.js')),
  },
  {
    name: 'UpdateEmailPrimaryOtp',
    title: 'emailEditTitle',
    load: () => loadModule(() => import('../../views/update-email-primary-otp/UpdateEmailPrimaryOtpView.js')),
  },
  {
    name: 'UpdateEmailSecondaryOtp',
    title: 'emailEditTitle',
    load: () => loadModule(() => import('../../views/update-email-secondary-otp/UpdateEmailSecondaryOtpView.js')),
  },
]
