import type { WalletApp } from './walletApps.js'

export type BrowseUrlRequest = {
  readonly app: WalletApp
  readonly page: Pick<Location, 'href' | 'origin'>
  /** A browser of Android; what is inside of another app there mostly knows no intents. */
  readonly takesIntents: boolean
}

/**
 * What opens a page inside the app of a wallet. In browsers of Android an intent, as Chrome follows links of a script to a web page
 * and not to the app; without the app it ends at the same link.
 */
export function toBrowseUrl({ app, page, takesIntents }: BrowseUrlRequest): string {
  const link = `${app.browse}${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`
  if (!takesIntents) return link
  const fallback = encodeURIComponent(link)
  const intent = `scheme=https;package=${app.androidPackage};S.browser_fallback_url=${fallback}`
  return `intent://${link.slice('https://'.length)}#Intent;${intent};end`
}
