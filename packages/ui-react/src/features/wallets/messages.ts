/** Texts of the list of wallets, and of how to get one. */
export const walletsTexts = {
  searchWallets: 'Search wallets',
  certifiedOnly: 'Certified only',
  showCode: 'Show a QR code',
  listLoading: 'Loading wallets…',
  listFound: 'Wallets found: {count}',
  noWalletFoundTitle: 'No wallet has this name',
  noWalletFoundText: 'Check the spelling, or look through the whole list.',
  listEmptyText: 'No wallet of the list knows the networks of this app.',
  listFailedText: 'The list of wallets could not be loaded. Nothing was changed.',
  listMoreFailed: 'The rest could not be loaded.',

  getText: 'Install one of these, make an account in it, then come back to connect.',
  getMore: 'Explore all wallets',

  thisWallet: 'this wallet',
  downloadTitle: 'Get {wallet}',
  downloadText: 'Install it, make an account in it, then come back to connect.',
  downloadNone: 'No address of {wallet} is known. Look for it in the store of your device.',
  downloadFailed: 'The list of wallets could not be loaded. Nothing was changed.',
  store_chrome_store: 'Chrome Web Store',
  store_app_store: 'App Store',
  store_play_store: 'Google Play',
  store_homepage: 'Website',
  detail_chrome_store: 'For this browser',
  detail_app_store: 'For iPhone and iPad',
  detail_play_store: 'For Android',
} as const
