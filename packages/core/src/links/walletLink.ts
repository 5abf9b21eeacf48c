/** Brings up the app of a wallet on this phone. */
export type AppLink = {
  /** How the wallet is called in the list. */
  readonly name: string
  /** Safe to follow where {@link getWalletLink} or `toWalletLinks` gave it. */
  readonly href: string
}

/** The app that a connection is with, as it is stored. */
export type StoredWalletLink = AppLink & { readonly connectorId: string }
