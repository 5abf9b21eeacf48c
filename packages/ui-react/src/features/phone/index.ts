import { defineFeature, type Feature } from '../../defineView.js'
import searchFieldStyles from '../../primitives/SearchField.css'
import emailFieldStyles from '../login/EmailField.css'
import emailIntroStyles from '../login/EmailIntro.css'
import otpFieldStyles from '../login/OtpField.css'
import resendStyles from '../login/Resend.css'
import { PhoneLoginView } from './PhoneLoginView.js'
import { PhoneVerifyView } from './PhoneVerifyView.js'

/** The login to an embedded wallet by SMS. */
export const feature: Feature = defineFeature({
  styles: searchFieldStyles + emailFieldStyles + emailIntroStyles + otpFieldStyles + resendStyles,
  views: [
    { name: 'PhoneLogin', title: 'signInTitle', View: PhoneLoginView },
    { name: 'PhoneVerify', title: 'signInTitle', View: PhoneVerifyView },
  ],
})
