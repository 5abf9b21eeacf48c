/** Texts of what an account holds. They come with it. */
export const holdingTexts = {
  totalLabel: 'Total value',
  holdingsLabel: 'What this account has',
  tab_tokens: 'Tokens',
  tab_nfts: 'NFTs',
  tab_activity: 'Activity',

  holdingsLoading: 'Loading',
  holdingsFailed: 'This could not be loaded',
  holdingsFailedText: 'Your funds are where they were. Try again in a moment.',
  holdingsOld: 'This may be out of date.',
  holdingsUnserved: 'Not shown on this network',
  holdingsUnservedText: 'Choose another network to see what you have there.',
  tokensNone: 'No tokens yet',
  tokensNoneText: 'What you buy or receive on {network} shows here.',
  nftsNone: 'No NFTs yet',
  nftsNoneText: 'What you collect on {network} shows here.',
  addFunds: 'Add funds',
  showAll: 'Show all {count}',
} as const
