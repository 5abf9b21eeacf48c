import { frameTexts } from '../../i18n/messages/shared.js'

const ownEmailTexts = {
  emailLabel: 'Email address',
  emailSubmit: 'Continue with email',
  emailSending: 'Sending…',
  emailLoginText: "We'll email you a code. No password, nothing to install.",
  emailOther: 'Use another email',

  deviceHeading: 'Approve this device',
  deviceText: 'Open the link we sent to {email}, then come back. This page will continue automatically.',
  deviceResent: 'New link sent. Older links no longer work.',
  deviceAgain: 'Resend link',

  otpText: 'Enter the code we sent to {email}',
  otpLabel: 'Six-digit code',
  otp_starting: 'Sending a new code…',
  otp_device: 'Sending a new code…',
  otp_verifying: 'Checking code…',
  otp_connecting: 'Opening your wallet…',
  otpResent: 'New code sent. Older codes no longer work.',

  resendQuestion: "Didn't get it? Check your spam folder.",
  resendIn: 'Resend in {time}',
  resend: 'Resend code',

  loginOverTitle: 'Login ended',
  loginOverText: 'Start over with your email address.',
  loginAgain: 'Start over',

  walletFailed: "Couldn't open your wallet",

  emailNew: 'New email address',
  emailEditText: "We'll send a code to your current address, then one to the new address. Your wallet stays the same.",
  emailSave: 'Save',
  emailChanged: 'Email changed',
  otpOldText: "To confirm it's you, enter the code we sent to {email}",
  otpNewText: 'Last step: enter the code we sent to {email}',
  updateOverTitle: 'Email change ended',
  updateOverText: "Your email address hasn't changed. You can start over.",

  // errors, by code; messages of the wallet's own frame are shown unchanged
  mailFailed: 'Something went wrong. Try again.',
  EMAIL_COOLDOWN: { one: 'Please try again after {n} second', other: 'Please try again after {n} seconds' },
  cooldownSaid: { one: 'You can try again in {n} second.', other: 'You can try again in {n} seconds.' },
  INVALID_CODE: 'Enter all six digits of the code.',
  INVALID_EMAIL: 'Enter a valid email address.',
} as const

/** Texts of the login by email, and of the change of email. */
export const emailTexts: typeof frameTexts & typeof ownEmailTexts = { ...frameTexts, ...ownEmailTexts }

const ownSocialTexts = {
  socialWith: 'Continue with {provider}',
  socialMore: 'More login options',
  phoneContinue: 'Continue with phone number',
  guestContinue: 'Continue as guest',
  socialsNone: 'No logins available',
  socialsNoneText: 'Go back and choose another way to connect.',

  // by step of the login
  social_idle: 'Continue with {provider}',
  social_idle_text: "You'll log in to {provider} in a pop-up window.",
  social_popup: 'Continue in the pop-up',
  social_popup_text: 'Log in to {provider} there. This page will continue automatically.',
  social_retrieving: 'Checking your login…',
  social_retrieving_text: '{provider} has confirmed your login. This takes a moment.',
  social_connecting: 'Opening your wallet…',
  social_connecting_text: "You're logged in.",
  socialOpen: 'Open pop-up',
  socialShow: 'Show pop-up',

  farcasterLabel: 'QR code to log in with Farcaster',
  farcasterPreparing: 'Preparing link…',
  farcasterScan: 'Scan with your phone to open Farcaster',
  farcasterPhone: 'Continue in Farcaster',
  farcasterPhoneText: 'Approve the login there, then come back. This page will continue automatically.',
  farcasterOpen: 'Open Farcaster',
  farcasterLink: 'Farcaster login link',

  // errors by code, with help texts
  providerSays: '{provider} sign-in failed: {details}',
  FARCASTER_FAILED: 'Failed to connect to farcaster',
  FRAME_LOAD_FAILED_help: 'Check your connection, then try again.',
  FOREIGN_RESULT: 'Unexpected response',
  FOREIGN_RESULT_help:
    "The response came from another site, so we ignored it. Close any pop-ups you don't recognize, then try again.",
  NO_AUTH_CONNECTOR_help: "This app hasn't set up email or social login. Choose another way to connect.",
  POPUP_BLOCKED: 'Your browser blocked the pop-up',
  POPUP_BLOCKED_help: 'Open it with the button below, or allow pop-ups for this site.',
  POPUP_CLOSED: 'Popup closed',
  POPUP_CLOSED_help: 'The pop-up was closed before you finished logging in. You can try again.',
  SOCIAL_FAILED: 'Failed to initiate social connection',
  SOCIAL_FAILED_help: '{provider} sign-in canceled. You can try again.',
} as const

/** Texts of the social logins, and of the login with Farcaster. */
export const socialTexts: typeof frameTexts & typeof ownSocialTexts = { ...frameTexts, ...ownSocialTexts }

const ownPasskeyTexts = {
  passkeyContinue: 'Continue with a passkey',
  passkeyCreate: 'Create a passkey',
  passkeyOwn: 'I already have a passkey',

  // by the use of the passkey
  passkey_login: 'Use your passkey',
  passkey_login_text: 'Confirm with your fingerprint, face, screen lock or security key.',
  passkey_signup: 'Create your passkey',
  passkey_signup_text: 'Your device keeps it and opens your new wallet with it. No password, nothing to install.',

  // errors by code, with help texts
  PASSKEY_CANCELED: 'No passkey used',
  PASSKEY_CANCELED_help: 'You canceled, or this device has no passkey for this wallet. Try again, or create one.',
  PASSKEY_EXPIRED: 'That took too long',
  PASSKEY_EXPIRED_help: 'The request has expired. You can try again.',
  PASSKEY_FAILED: "Couldn't use your passkey",
  PASSKEY_FAILED_help: 'Nothing has changed. You can try again.',
  PASSKEY_UNKNOWN: "This passkey doesn't open a wallet",
  PASSKEY_UNKNOWN_help:
    'It was removed from its wallet, or belongs to another app. Use another passkey, or create one.',
  PASSKEY_UNSUPPORTED: "Passkeys don't work here",
  PASSKEY_UNSUPPORTED_help: "This browser or device can't use passkeys. Choose another way to connect.",
} as const

/** Texts of the login with a passkey. */
export const passkeyTexts: typeof socialTexts & typeof ownPasskeyTexts = { ...socialTexts, ...ownPasskeyTexts }
