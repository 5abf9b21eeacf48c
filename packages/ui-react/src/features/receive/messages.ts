/** Texts of the ways to get funds into the account. */
export const receiveTexts = {
  fundTitle: 'Add funds',
  fundBuy: 'Buy',
  fundBuyText: 'With a card or from a bank account',
  fundReceive: 'Receive',
  fundReceiveText: 'From another wallet or an exchange',
  fundNone: 'Nothing to choose from',
  fundNoneText: 'This app offers no way to add funds to this account.',

  receiveTitle: 'Receive',
  receiveText: 'Copy your address, or have this code scanned.',
  receiveCode: 'Code of your address {address}',
  receiveCopy: 'Copy address',
  receiveNetworks: 'Networks that can be used',
  receiveNetworksText: 'Funds sent on another network are lost.',
  compatibleTitle: 'Networks',
  compatibleText: 'You can receive at this address on these networks only. Funds sent on another network are lost.',
} as const
