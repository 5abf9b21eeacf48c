/** Texts of the views that pair with a wallet on another device. They come with those views. */
export const pairingTexts = {
  ways: 'Ways to connect',
  way_browser: 'Browser',
  way_mobile: 'Mobile',
  way_qrcode: 'QR code',
  way_web: 'Web',
  way_desktop: 'Desktop',
  way_unsupported: 'Not available',

  codeLabel: 'QR code that connects {wallet}',
  codeLabelAny: 'QR code that connects a wallet',
  codeLoading: 'Making a code…',
  scan: 'Scan with {wallet} on your phone',
  scanAny: 'Scan with your phone wallet',
  renewsIn: 'renews in {time}',
  codeRenewed: 'The code was renewed.',
  pairingLink: 'Link for your wallet',

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

  // what to do about an error of pairing, by code
  CHAINS_NOT_SUPPORTED_help:
    'Your wallet knows none of the networks of this app. Switch them on there, or use another.',
  NO_WALLETCONNECT_help: 'This app has not set it up. Use a wallet of this browser.',
  PAIRING_EXPIRED_help: 'The code was shown for too long. Take a new one.',
  RELAY_UNREACHABLE_help: 'A firewall or an extension may block it. Nothing was changed.',
  RELAY_UNREACHABLE_offline: 'You are offline. It goes on when you are back.',
  SESSION_EXPIRED_help: 'Connect once more. If it happens again, check the clock of your device.',
  SESSION_NOT_FOUND_help: 'Your wallet has ended it meanwhile. Connect once more.',
} as const
