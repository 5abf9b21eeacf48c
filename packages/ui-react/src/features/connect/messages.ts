/** Texts of the explanation of wallets. */
export const helpTexts = {
  helpKeysTitle: 'Your keys, your assets',
  helpKeysText: 'A wallet keeps the keys to what you own. Nothing moves unless you approve it.',
  helpLoginTitle: 'A new way to log in',
  helpLoginText: 'Connect your wallet instead of creating another account with another password.',
  helpAssetsTitle: 'All your assets in one place',
  helpAssetsText: 'Send, receive and hold coins, tokens and collectibles on many networks.',
  helpGet: 'Get a wallet',
} as const
