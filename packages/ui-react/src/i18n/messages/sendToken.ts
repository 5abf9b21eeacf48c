/** Texts of choosing what is sent. */
export const sendTokenTexts = {
  sendTokenTitle: 'Choose a token',
  sendChosen: 'Chosen',
  sendSearch: 'Search tokens',
  sendNoTokens: 'No tokens found',
  sendNoTokensText: 'Nothing in this wallet has that name.',
} as const
