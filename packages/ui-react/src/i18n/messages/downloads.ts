/** Texts of the view that says where to get one wallet. They come with it. */
export const downloadTexts = {
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
