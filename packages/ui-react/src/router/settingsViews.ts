import type { ShellKey } from '../i18n/messages/en.js'
import { loadAccountSettings } from '../views/account-settings/index.js'
import { loadUpdateEmailPrimaryOtp } from '../views/update-email-primary-otp/index.js'
import { loadUpdateEmailSecondaryOtp } from '../views/update-email-secondary-otp/index.js'
import { loadUpdateEmailWallet } from '../views/update-email-wallet/index.js'
import type { AnyViewDefinition } from './defineView.js'

const title: ShellKey = 'emailEditTitle'

/** The views of what an embedded wallet lets its visitor set: who is logged in has them, whatever else is on. */
export const settingsViews: readonly AnyViewDefinition[] = [
  { name: 'AccountSettings', title: 'settingsTitle', load: loadAccountSettings },
  { name: 'UpdateEmailWallet', title, load: loadUpdateEmailWallet },
  { name: 'UpdateEmailPrimaryOtp', title, load: loadUpdateEmailPrimaryOtp },
  { name: 'UpdateEmailSecondaryOtp', title, load: loadUpdateEmailSecondaryOtp },
]
