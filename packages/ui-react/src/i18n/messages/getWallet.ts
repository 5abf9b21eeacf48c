/** Texts of the view that offers some wallets to begin with. They come with it. */
export const getWalletTexts = {
  getText: 'Install one of these, make an account in it, then come back to connect.',
  getMore: 'Explore all wallets',
} as const
