import { frameTexts } from '../../i18n/messages/shared.js'

const ownEmailTexts = {
  emailLabel: 'Email address',
  emailSubmit: 'Continue with email',
  emailSending: 'Sending…',
  emailLoginText: 'We mail you a code. No password, nothing to install.',
  emailOther: 'Use another email',

  deviceHeading: 'Approve this device',
  deviceText: 'Open the link that we sent to {email}, then come back. This page goes on by itself.',
  deviceResent: 'A new link was sent. Only the newest one works.',
  deviceAgain: 'Send a new link',

  otpText: 'Enter the code that we sent to {email}',
  otpLabel: 'Code of six digits',
  otp_starting: 'Sending a new code…',
  otp_device: 'Sending a new code…',
  otp_verifying: 'Checking the code…',
  otp_connecting: 'Opening your wallet…',
  otpResent: 'A new code was sent. Only the newest one works.',

  resendQuestion: 'Nothing there? Look in your spam folder too.',
  resendIn: 'Resend in {time}',
  resend: 'Resend',

  loginOverTitle: 'This login has ended',
  loginOverText: 'Nothing was changed. Start again with your email.',
  loginAgain: 'Start again',

  walletFailed: 'Your wallet did not open',

  emailNew: 'New email address',
  emailEditText: 'Codes go to your old address first, then to the new one. Your wallet stays the same.',
  emailSave: 'Save',
  emailChanged: 'Email changed',
  otpOldText: 'To keep others from changing it, enter the code that we sent to {email}',
  otpNewText: 'Last step: enter the code that we sent to {email}',
  updateOverTitle: 'This change has ended',
  updateOverText: 'Your email stays as it was. You can start again.',

  // what went wrong, by code; what the wallet's own frame says comes as it is
  mailFailed: 'That did not work. Nothing was changed, you can try again.',
  EMAIL_COOLDOWN: 'Please try again after {n} seconds',
  cooldownSaid: 'Nothing was sent. Try again in {n} seconds.',
  INVALID_CODE: 'The code has six digits.',
  INVALID_EMAIL: 'This does not look like an email address.',
} as const

/** Texts of the login by email, and of the change of email. */
export const emailTexts: typeof frameTexts & typeof ownEmailTexts = { ...frameTexts, ...ownEmailTexts }

const ownSocialTexts = {
  socialWith: 'Continue with {provider}',
  socialMore: 'More ways to log in',
  socialsNone: 'No login here',
  socialsNoneText: 'None of them works in this browser. Go back and choose another way.',

  // by step of the login
  social_idle: 'Continue with {provider}',
  social_idle_text: 'It opens in a window of its own.',
  social_popup: 'Continue in the window',
  social_popup_text: 'Log in at {provider} there. This page goes on by itself.',
  social_retrieving: 'Checking your login…',
  social_retrieving_text: '{provider} has sent you back. This takes a moment.',
  social_connecting: 'Opening your wallet…',
  social_connecting_text: 'You are logged in.',
  socialOpen: 'Open the window',
  socialShow: 'Show the window',

  farcasterLabel: 'QR code that logs in with Farcaster',
  farcasterPreparing: 'One moment, the link is being prepared.',
  farcasterScan: 'Scan with the phone that has Farcaster',
  farcasterPhone: 'Continue in Farcaster',
  farcasterPhoneText: 'Agree there, then come back. This page goes on by itself.',
  farcasterOpen: 'Open Farcaster',
  farcasterLink: 'Link that logs in with Farcaster',

  // what went wrong, by code, and what to do about it
  providerSays: '{provider} says: {details}',
  FARCASTER_FAILED: 'Failed to connect to farcaster',
  FOREIGN_RESULT: 'The answer came from another site',
  FOREIGN_RESULT_help: 'It was not used. Close windows that you do not know, then try again.',
  POPUP_BLOCKED: 'Your browser blocked the window',
  POPUP_BLOCKED_help: 'Open it yourself with this button. It is safe to allow windows for this page.',
  POPUP_CLOSED: 'Popup closed',
  POPUP_CLOSED_help: 'The login was not finished. Nothing was changed, you can try again.',
  SOCIAL_FAILED: 'Failed to initiate social connection',
} as const

/** Texts of the social logins, and of the login with Farcaster. */
export const socialTexts: typeof frameTexts & typeof ownSocialTexts = { ...frameTexts, ...ownSocialTexts }
