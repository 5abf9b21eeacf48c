/** Texts of how an account is paid. They come with the views. */
export const receiveTexts = {
  receiveTitle: 'Receive',
  receiveText: 'Copy your address, or have this code scanned.',
  receiveCode: 'Code of your address {address}',
  receiveCopy: 'Copy address',
  receiveNetworks: 'Networks that can be used',
  receiveNetworksText: 'Funds sent on another network are lost.',
  compatibleTitle: 'Networks',
  compatibleText: 'You can receive at this address on these networks only. Funds sent on another network are lost.',
} as const
