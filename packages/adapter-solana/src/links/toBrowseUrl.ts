import type { WalletApp } from './walletApps.js'

export type BrowseUrlRequest = {
  readonly app: WalletApp
  readonly page: Pick<Location, 'href' | 'origin'>
  readonly isAndroid: boolean
}

/**
 * What opens a page inside the app of a wallet. On Android an intent, as Chrome follows links of a script to a web page
 * and not to the app; without the app it ends at the same link.
 */
export function toBrowseUrl({ app, page, isAndroid }: BrowseUrlRequest): string {
  const link = `${app.browse}${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`
  if (!isAndroid) return link
  const fallback = encodeURIComponent(link)
  const intent = `scheme=https;package=${app.androidPackage};S.browser_fallback_url=${fallback}`
  return `intent://${link.slice('https://'.length)}#Intent;${intent};end`
}
