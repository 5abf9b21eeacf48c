/** Texts of the row that leads to all wallets. They come with it. */
export const walletsRowTexts = {
  walletsRow: 'Wallets',
  walletsConnected: '{count} connected',
} as const
