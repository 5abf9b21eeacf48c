import { canUsePasskey, filterSocials } from '@latchkey/core/controllers/login'
import { defineFeature, type Feature } from '../../defineView.js'
import copyLinkStyles from '../../primitives/CopyLink.css'
import qrCodeStyles from '../../primitives/QrCode.css'
import searchFieldStyles from '../../primitives/SearchField.css'
import socialMarkStyles from '../../primitives/SocialMark.css'
import statusStyles from '../../primitives/Status.css'
import farcasterStyles from './ConnectingFarcasterView.css'
import { ConnectingFarcasterView } from './ConnectingFarcasterView.js'
import { ConnectingPasskeyView } from './ConnectingPasskeyView.js'
import { ConnectingSocialView } from './ConnectingSocialView.js'
import { ConnectSocialsView } from './ConnectSocialsView.js'
import emailFieldStyles from './EmailField.css'
import emailIntroStyles from './EmailIntro.css'
import { EmailBlock, EmailLoginView } from './EmailLoginView.js'
import { EmailVerifyDeviceView } from './EmailVerifyDeviceView.js'
import { EmailVerifyOtpView } from './EmailVerifyOtpView.js'
import { GuestBlock } from './GuestBlock.js'
import otpFieldStyles from './OtpField.css'
import { PasskeyBlock } from './PasskeyBlock.js'
import { PhoneBlock } from './PhoneBlock.js'
import resendStyles from './Resend.css'
import socialBlockStyles from './SocialBlock.css'
import { SocialBlock } from './SocialBlock.js'
import { UpdateEmailPrimaryOtpView, UpdateEmailSecondaryOtpView } from './UpdateEmailOtpViews.js'
import updateEmailStyles from './UpdateEmailWalletView.css'
import { UpdateEmailWalletView } from './UpdateEmailWalletView.js'

/** Logins of an embedded wallet, with a passkey, by email or at another site, and the change of its email. */
export const feature: Feature = defineFeature({
  styles:
    copyLinkStyles +
    qrCodeStyles +
    searchFieldStyles +
    socialMarkStyles +
    statusStyles +
    emailFieldStyles +
    emailIntroStyles +
    otpFieldStyles +
    resendStyles +
    socialBlockStyles +
    farcasterStyles +
    updateEmailStyles,
  views: [
    { name: 'EmailLogin', title: 'signInTitle', View: EmailLoginView },
    { name: 'EmailVerifyDevice', title: 'emailTitle', View: EmailVerifyDeviceView },
    { name: 'EmailVerifyOtp', title: 'emailTitle', View: EmailVerifyOtpView },
    { name: 'ConnectingPasskey', title: 'signInTitle', View: ConnectingPasskeyView },
    { name: 'ConnectSocials', title: 'signInTitle', View: ConnectSocialsView },
    { name: 'ConnectingSocial', title: 'signInTitle', View: ConnectingSocialView },
    { name: 'ConnectingFarcaster', title: 'signInTitle', View: ConnectingFarcasterView },
    { name: 'UpdateEmailWallet', title: 'emailEditTitle', View: UpdateEmailWalletView },
    { name: 'UpdateEmailPrimaryOtp', title: 'emailEditTitle', View: UpdateEmailPrimaryOtpView },
    { name: 'UpdateEmailSecondaryOtp', title: 'emailEditTitle', View: UpdateEmailSecondaryOtpView },
  ],
})

// shown among the connection methods
export { canUsePasskey, EmailBlock, filterSocials, GuestBlock, PasskeyBlock, PhoneBlock, SocialBlock }
