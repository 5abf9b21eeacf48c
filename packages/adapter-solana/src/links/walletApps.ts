/** The app of a wallet with a browser of its own. */
export type WalletApp = {
  /** As its extension calls itself. */
  readonly name: string
  /** Opens a page inside the app (universal link); the address of the page follows. */
  readonly browse: string
  /** The app's name on Android. */
  readonly androidPackage: string
}

/** Apps that document such a link: docs.phantom.com and docs.solflare.com, "Browse". */
export const walletApps: readonly WalletApp[] = [
  { name: 'Phantom', browse: 'https://phantom.app/ul/browse/', androidPackage: 'app.phantom' },
  { name: 'Solflare', browse: 'https://solflare.com/ul/v1/browse/', androidPackage: 'com.solflare.mobile' },
]
