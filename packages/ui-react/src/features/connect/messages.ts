/** Texts of the explanation of wallets. */
export const helpTexts = {
  helpKeysTitle: 'Your keys, your assets',
  helpKeysText: 'A wallet holds the keys to your assets. Nothing moves without your approval.',
  helpLoginTitle: 'A new way to log in',
  helpLoginText: 'Connect your wallet instead of creating another account and password.',
  helpAssetsTitle: 'All your assets in one place',
  helpAssetsText: 'Send, receive and store coins, tokens and collectibles on many networks.',
  helpGet: 'Get a wallet',
} as const
