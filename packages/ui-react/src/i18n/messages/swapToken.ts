/** Texts of choosing a token of a swap. */
export const swapTokenTexts = {
  swapTokenTitle: 'Select a token',
  swapSearch: 'Search tokens',
  swapSuggested: 'Suggested',
  swapOwn: 'Your tokens',
  swapAll: 'All tokens',
  swapNoToken: 'No token has this name or address.',
} as const
