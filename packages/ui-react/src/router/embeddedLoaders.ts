import { loadApproveTransaction } from '../views/approve-transaction/index.js'
import { loadConnectSocials } from '../views/connect-socials/index.js'
import { loadConnectingFarcaster } from '../views/connecting-farcaster/index.js'
import { loadConnectingSocial } from '../views/connecting-social/index.js'
import { loadEmailLogin } from '../views/email-login/index.js'
import { loadEmailVerifyDevice } from '../views/email-verify-device/index.js'
import { loadEmailVerifyOtp } from '../views/email-verify-otp/index.js'
import type { LoadedView } from './defineView.js'

/** The views of an embedded wallet. */
export type EmbeddedView =
  | 'EmailLogin'
  | 'EmailVerifyDevice'
  | 'EmailVerifyOtp'
  | 'ConnectSocials'
  | 'ConnectingSocial'
  | 'ConnectingFarcaster'
  | 'ApproveTransaction'

/** How they are loaded. */
export const embeddedLoaders: { readonly [name in EmbeddedView]: () => Promise<LoadedView<name>> } = {
  EmailLogin: loadEmailLogin,
  EmailVerifyDevice: loadEmailVerifyDevice,
  EmailVerifyOtp: loadEmailVerifyOtp,
  ConnectSocials: loadConnectSocials,
  ConnectingSocial: loadConnectingSocial,
  ConnectingFarcaster: loadConnectingFarcaster,
  ApproveTransaction: loadApproveTransaction,
}
