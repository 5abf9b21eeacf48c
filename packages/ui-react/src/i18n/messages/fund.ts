/** Texts of the ways to get funds. They come with that view. */
export const fundTexts = {
  fundTitle: 'Add funds',
  fundBuy: 'Buy',
  fundBuyText: 'With a card or from a bank account',
  fundReceive: 'Receive',
  fundReceiveText: 'From another wallet or an exchange',
  fundNone: 'Nothing to choose from',
  fundNoneText: 'This app offers no way to add funds to this account.',
} as const
