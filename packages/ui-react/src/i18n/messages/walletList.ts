/** Texts of the view that lists all wallets. They come with it. */
export const walletListTexts = {
  searchWallets: 'Search wallets',
  certifiedOnly: 'Certified only',
  showCode: 'Show a QR code',
  listLabel: 'Wallets',
  listLoading: 'Loading wallets…',
  listFound: 'Wallets found: {count}',
  noWalletFoundTitle: 'No wallet has this name',
  noWalletFoundText: 'Check the spelling, or look through the whole list.',
  listEmptyText: 'No wallet of the list knows the networks of this app.',
  listFailedText: 'The list of wallets could not be loaded. Nothing was changed.',
  listMoreFailed: 'The rest could not be loaded.',
} as const
