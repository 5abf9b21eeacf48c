/** Texts of the views that pair with a wallet on another device. They come with those views. */
export const pairingTexts = {
  codeLabel: 'QR code that connects {wallet}',
  codeLabelAny: 'QR code that connects a wallet',
  scan: 'Scan with {wallet} on your phone',
  scanAny: 'Scan with your phone wallet',
  renewsIn: 'renews in {time}',
  codeRenewed: 'The code was renewed.',
  pairingLink: 'Link for your wallet',

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
