/** Texts of a transaction whose outcome is unknown, and of the previous one. */
export const transferTexts = {
  lookTitle: 'Looking for your transaction',
  lookText: "We don't know yet whether it was sent. Don't send it again while we check the network.",
  lookLostTitle: 'Transaction status unknown',
  lookLostText: "Your transaction may still go through. Check your wallet's activity before you send again.",
  lookVoidTitle: 'Nothing was sent',
  lookVoidText: 'Your transaction can no longer go through. You can safely send it again.',
  lookAgain: 'Check again',
  lookSendAgain: 'Send again',
  lookSwapAgain: 'Back to swap',
  lookPayAgain: 'Pay again',

  // the title of the view, by step
  stepAsking: 'Confirm',
  stepConfirming: 'Confirming',
  stepLooking: 'Checking',
  stepUnknown: 'Not confirmed',
  stepFailed: 'Failed',
  stepDeclined: 'Declined',
  stepVoid: 'Not sent',
  stepSent: 'Sent',
  stepSwapped: 'Swapped',
  stepPaid: 'Paid',

  earlier_looking: 'Looking for your previous transaction…',
  earlier_lost: "Your previous transaction may still go through. Check your wallet's activity before you send again.",
  earlier_confirming: 'Your previous transaction is on its way.',
  earlier_unconfirmed: "Your previous transaction was sent and isn't confirmed yet.",
  earlier_confirmed: 'Your previous transaction went through.',
  earlier_failed: 'Your previous transaction failed.',
  earlier_void: "Your previous transaction wasn't sent and can no longer go through.",
  earlierChecked: "I've checked",
  earlierHide: 'Dismiss',
} as const

/** Texts of the transactions that the app has registered. */
export const recentTexts = {
  recentTitle: 'Recent transactions',
  recentClear: 'Clear list',
  recent_pending: 'Pending',
  recent_unconfirmed: 'Not confirmed yet',
  recent_confirmed: 'Confirmed',
  recent_failed: 'Failed',
  recentOutcome: '{title}: {status}',
} as const

/** Errors of every login of an embedded wallet, by code. Errors of the wallet's frame have texts of their own. */
export const frameTexts = {
  FRAME_LOAD_FAILED: "Couldn't load the login",
  FRAME_REQUEST_TIMED_OUT: 'The request timed out',
  FRAME_FAILED: 'An error occurred',
  NO_AUTH_CONNECTOR: 'No auth connector found',
  NOT_EMAIL_OR_SOCIAL: 'Not connected to email or social',
} as const
