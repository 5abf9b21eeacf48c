/** Texts of the ways to one wallet of the list. They come with the tabs that offer them. */
export const walletWaysTexts = {
  ways: 'Ways to connect',
  way_browser: 'Browser',
  way_mobile: 'Mobile',
  way_qrcode: 'QR code',
  way_web: 'Web',
  way_desktop: 'Desktop',
  way_unsupported: 'Not available',

  browserTitle: '{wallet} is in this browser',
  browserText: 'Connect with it here, no phone needed.',
  openWallet: 'Open {wallet}',
  webTitle: 'Continue on the page of {wallet}',
  desktopTitle: 'Continue in the app of {wallet}',
  linkText: 'Approve the connection there, then come back.',
  unsupportedWalletTitle: '{wallet} cannot be reached from here',
  unsupportedWalletText: 'Install it in this browser, then connect. Or choose another wallet.',
  getQuestion: 'Don’t have {wallet}?',
  getIt: 'Get it',
} as const
