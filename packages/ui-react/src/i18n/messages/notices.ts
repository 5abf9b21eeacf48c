/** Texts that only notices say, by code. They come with what shows notices. */
export const noticeTexts = {
  ADDRESS_COPIED: 'Address copied',
  AUTHENTICATING: 'Authenticating...',
  COPY_FAILED: 'Failed to copy',
  WALLET_DISCONNECTED: 'Wallet disconnected',
  WALLET_REMOVED: 'Wallet removed',
  WALLET_SWITCHED: 'Wallet switched',
  BALANCE_UNAVAILABLE: 'Token Balance Unavailable',
} as const
