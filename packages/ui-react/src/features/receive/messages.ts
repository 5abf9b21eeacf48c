/** Texts of the ways to get funds into the account. */
export const receiveTexts = {
  fundTitle: 'Add funds',
  fundBuy: 'Buy',
  fundBuyText: 'With a card or from a bank account',
  fundReceive: 'Receive',
  fundReceiveText: 'From another wallet or an exchange',
  fundNone: 'No options available',
  fundNoneText: "This app doesn't offer a way to add funds to this account.",

  receiveTitle: 'Receive',
  receiveText: 'Scan the code or copy your address.',
  receiveCode: 'QR code for your address {address}',
  receiveCopy: 'Copy address',
  receiveNetworks: 'Supported networks',
  receiveNetworksText: 'Funds sent on other networks may be lost.',
  compatibleTitle: 'Supported networks',
  compatibleText: 'Use this address on these networks only. Funds sent on other networks may be lost.',
} as const
