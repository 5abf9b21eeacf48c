import { loadAccountSettings } from '../views/account-settings/index.js'
import { loadApproveTransaction } from '../views/approve-transaction/index.js'
import { loadConnectSocials } from '../views/connect-socials/index.js'
import { loadConnectingFarcaster } from '../views/connecting-farcaster/index.js'
import { loadConnectingSocial } from '../views/connecting-social/index.js'
import { loadEmailLogin } from '../views/email-login/index.js'
import { loadEmailVerifyDevice } from '../views/email-verify-device/index.js'
import { loadEmailVerifyOtp } from '../views/email-verify-otp/index.js'
import { loadUpdateEmailPrimaryOtp } from '../views/update-email-primary-otp/index.js'
import { loadUpdateEmailSecondaryOtp } from '../views/update-email-secondary-otp/index.js'
import { loadUpdateEmailWallet } from '../views/update-email-wallet/index.js'
import type { LoadedView } from './defineView.js'

/** The views of an embedded wallet. */
export type EmbeddedView =
  | 'EmailLogin'
  | 'EmailVerifyDevice'
  | 'EmailVerifyOtp'
  | 'ConnectSocials'
  | 'ConnectingSocial'
  | 'ConnectingFarcaster'
  | 'AccountSettings'
  | 'ApproveTransaction'
  | 'UpdateEmailWallet'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'

/** How they are loaded. */
export const embeddedLoaders: { readonly [name in EmbeddedView]: () => Promise<LoadedView<name>> } = {
  EmailLogin: loadEmailLogin,
  EmailVerifyDevice: loadEmailVerifyDevice,
  EmailVerifyOtp: loadEmailVerifyOtp,
  ConnectSocials: loadConnectSocials,
  ConnectingSocial: loadConnectingSocial,
  ConnectingFarcaster: loadConnectingFarcaster,
  AccountSettings: loadAccountSettings,
  ApproveTransaction: loadApproveTransaction,
  UpdateEmailWallet: loadUpdateEmailWallet,
  UpdateEmailPrimaryOtp: loadUpdateEmailPrimaryOtp,
  UpdateEmailSecondaryOtp: loadUpdateEmailSecondaryOtp,
}
