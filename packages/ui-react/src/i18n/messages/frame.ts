/** What can go wrong with every login of an embedded wallet, by code. What the wallet's own frame says comes as it is. */
export const frameTexts = {
  FRAME_LOAD_FAILED: 'Unable to load email login dependency',
  FRAME_REQUEST_TIMED_OUT: 'No answer came in time. Nothing was changed, you can try again.',
  FRAME_FAILED: 'An error occurred',
  NO_AUTH_CONNECTOR: 'No auth connector found',
  NOT_EMAIL_OR_SOCIAL: 'Not connected to email or social',
} as const
