import { frameTexts } from './frame.js'

const own = {
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

/** Texts of the logins at other sites, and with Farcaster. They come with those views. */
export const socialTexts: typeof frameTexts & typeof own = { ...frameTexts, ...own }
