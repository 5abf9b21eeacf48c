import type { Connector, Env } from '@latchkey/core'
import { deadlines, RpcError, readHost, toTarget, waitFor } from '@latchkey/core/plugin'

/** Ways into the apps of wallets, for phones, where wallets are rarely on the page. */
export function createLinkConnectors(env: Env, page: Window): readonly Connector[] {
  return walletApps.map((app) => createLinkConnector(env, page, app))
}

/** Connecting leaves this page: the visitor goes on inside the app, where the wallet is on the page. */
function createLinkConnector(env: Env, page: Window, app: WalletApp): Connector {
  return {
    meta: { id: `solana:${app.name.toLowerCase()}#app`, type: 'EXTERNAL', name: app.name, namespaces: ['solana'] },
    features: {},
    async connect({ silent, signal }) {
      signal.throwIfAborted()
      if (silent) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'A link can only be followed by the visitor.' })
      follow(page, app)
      // where the app opens beside the page, the visitor may come back to it and choose again
      return waitFor(new Promise<never>(() => undefined), { env, signal, deadline: deadlines.approval })
    },
    disconnect: async () => undefined,
    getProvider: async () => undefined,
    on: () => () => undefined,
    destroy: () => undefined,
  }
}

/** In the task of the tap, as far as core came in it: phones follow a link into an app only while the tap counts. */
function follow(page: Window, app: WalletApp): void {
  const host = readHost(page)
  const takesIntents = host.kind === 'androidChrome' || host.kind === 'androidBrowser'
  const href = toBrowseUrl({ app, page: page.location, takesIntents })
  const target = toTarget(host)
  if (target === '_self') page.location.href = href
  else page.open(href, target, 'noopener,noreferrer')
}

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
