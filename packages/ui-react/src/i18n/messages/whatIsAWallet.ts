/** Texts of the view that explains wallets. They come with it. */
export const whatIsAWalletTexts = {
  helpKeysTitle: 'Your keys, nobody else’s',
  helpKeysText: 'A wallet keeps the keys to what you own. Nothing moves unless you approve it there.',
  helpLoginTitle: 'One way in',
  helpLoginText: 'Connect your wallet instead of making another account with another password.',
  helpAssetsTitle: 'All you have in one place',
  helpAssetsText: 'Send, receive and keep coins, tokens and collectibles of many networks.',
  helpGet: 'Get a wallet',
} as const
