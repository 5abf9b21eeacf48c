import type { WalletApp } from './walletState.js'

/** What an app says of itself, cut to what a line can show. */
export function toWalletApp({ name, url }: { readonly name: string; readonly url: string }): WalletApp {
  return { name: name.slice(0, 100), url: url.slice(0, 200) }
}
