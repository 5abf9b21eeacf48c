import { frameTexts } from './frame.js'

const own = {
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

/** Texts of the login by email and of the embedded wallet. They come with those views. */
export const emailTexts: typeof frameTexts & typeof own = { ...frameTexts, ...own }
