/** Texts of the permissions that an account has granted. They come with that view. */
export const sessionTexts = {
  sessionsTitle: 'Permissions',
  sessionsLabel: 'Permissions by state',
  sessions_active: 'Active',
  sessions_expired: 'Expired',
  sessions_revoked: 'Taken back',
  sessions_active_none: 'No app may act for you',
  sessions_expired_none: 'None has expired',
  sessions_revoked_none: 'None was taken back',
  sessions_active_noneText: 'What you allow an app to do by itself shows here.',
  sessionUntil: 'Until {date}',
  sessionEnded: 'Ended {date}',
  sessionRevoked: 'Taken back {date}',
  sessionMay: 'May: {permissions}',
  sessionRevoke: 'Take back',
  sessionRevokeOf: 'Take back from {app}',
  sessionRevoking: 'Sign in your wallet…',
  sessionsFailed: 'Couldn’t load your permissions',
  sessionsFailedText: 'The service did not answer. What you allowed stays as it is.',
  sessionsNotHere: 'No EVM account connected',
  sessionsNotHereText: 'Only these can grant permissions.',

  // why one was not taken back, by code
  session_failed: 'It was not taken back. The app may still act for you. Try again.',
  session_USER_REJECTED: 'You declined in your wallet. The app may still act for you.',
} as const
