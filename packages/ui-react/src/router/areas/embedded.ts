import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** The views of an embedded wallet: most pages have none. Who is logged in stays so without a feature. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'EmailLogin',
    title: 'signInTitle',
    feature: 'email',
    load: () => loadModule(() => import('../../views/email-login/EmailLoginView.js')),
  },
  {
    name: 'EmailVerifyDevice',
    title: 'emailTitle',
    feature: 'email',
    load: () => loadModule(() => import('../../views/email-verify-device/EmailVerifyDeviceView.js')),
  },
  {
    name: 'EmailVerifyOtp',
    title: 'emailTitle',
    feature: 'email',
    load: () => loadModule(() => import('../../views/email-verify-otp/EmailVerifyOtpView.js')),
  },
  {
    name: 'ConnectSocials',
    title: 'signInTitle',
    feature: 'socials',
    load: () => loadModule(() => import('../../views/connect-socials/ConnectSocialsView.js')),
  },
  {
    name: 'ConnectingSocial',
    title: 'signInTitle',
    feature: 'socials',
    load: () => loadModule(() => import('../../views/connecting-social/ConnectingSocialView.js')),
  },
  {
    name: 'ConnectingFarcaster',
    title: 'signInTitle',
    feature: 'socials',
    load: () => loadModule(() => import('../../views/connecting-farcaster/ConnectingFarcasterView.js')),
  },
  {
    name: 'ApproveTransaction',
    title: 'approveTitle',
    load: () => loadModule(() => import('../../views/approve-transaction/ApproveTransactionView.js')),
  },
]
