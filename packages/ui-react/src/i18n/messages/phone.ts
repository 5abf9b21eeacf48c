/** Texts of the ways to a wallet on the same phone. They come with the views that offer them. */
export const phoneTexts = {
  phoneTitle: 'Continue in {wallet}',
  phoneText: 'Approve the connection there, then come back.',
  phonePreparing: 'One moment, the link is being prepared.',
  phoneOpen: 'Open {wallet}',
  phoneOpenAgain: 'Open {wallet} again',
  phoneOtherWay: 'Try another link',
  phoneOpened: 'Waiting for {wallet}',
  phoneOpenedText: 'Approve the connection there. This page goes on by itself.',
  phoneFailed: 'Could not open {wallet}',
  phoneFailedText: 'It may not be installed. Try the next way, or copy the link and paste it in the wallet.',
  phoneAnyWallet: 'your wallet',
  phoneChoose: 'Choose a wallet app',
  phoneChooseText: 'Your phone shows the apps that can connect.',
  phoneByHand: 'Connect with the link',
  phoneByHandText: 'This wallet cannot be opened from here. Copy the link, then paste it in the wallet.',
  phoneQr: 'Show the QR code',
} as const
