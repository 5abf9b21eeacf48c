import { emailTexts } from '../login/messages.js'

const ownPhoneTexts = {
  phoneLabel: 'Mobile number',
  phoneSubmit: 'Text me a code',
  phoneLoginText: "We'll text you a code. Start with + and your country code.",
  phoneQuestion: "Didn't get it? It can take a minute.",
  phoneOverText: 'Start over with your mobile number.',

  // errors, by code
  INVALID_PHONE: 'Enter a mobile number that starts with + and your country code.',
  PHONE_NOT_ALLOWED: "This app doesn't send text messages to this country.",
  SMS_FAILED: "We couldn't send the text message. Try again.",
} as const

/** Texts of the login by SMS. */
export const phoneTexts: typeof emailTexts & typeof ownPhoneTexts = { ...emailTexts, ...ownPhoneTexts }
