/** Texts of what not every account has. They come with it. */
export const accountPartTexts = {
  loggedInWith: 'Logged in with {provider}',
  notConnected: 'No wallet connected',
} as const
