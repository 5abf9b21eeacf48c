import type { Connector, Env } from '@latchkey/core'
import { RpcError, readHost, timeouts, toTarget, waitFor } from '@latchkey/core/plugin'

/** Connectors that open wallet apps, for phones, where pages rarely have wallets. */
export function createLinkConnectors(env: Env, page: Window): readonly Connector[] {
  return walletApps.map((app) => createLinkConnector(env, page, app))
}

/** Connecting leaves this page: the user continues in the app's browser, where the wallet is on the page. */
function createLinkConnector(env: Env, page: Window, app: WalletApp): Connector {
  return {
    meta: { id: `solana:${app.name.toLowerCase()}#app`, type: 'EXTERNAL', name: app.name, namespaces: ['solana'] },
    features: {},
    async connect({ silent, signal }) {
      signal.throwIfAborted()
      if (silent) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'Only the user can open a link.' })
      follow(page, app)
      // the app may open next to the page, where the user may choose again
      return waitFor(new Promise<never>(() => undefined), { env, signal, timeout: timeouts.approval })
    },
    disconnect: async () => undefined,
    getProvider: async () => undefined,
    on: () => () => undefined,
    destroy: () => undefined,
  }
}

/** Opens the app. Has to run in the task of the tap, because phones open apps only during a user gesture. */
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
  /** Whether it is an Android browser; browsers inside other apps rarely support intents. */
  readonly takesIntents: boolean
}

/**
 * The URL that opens a page inside a wallet app. In Android browsers it is an intent, since Chrome opens links from scripts
 * as web pages; if the app is missing, the intent falls back to the link.
 */
export function toBrowseUrl({ app, page, takesIntents }: BrowseUrlRequest): string {
  const link = `${app.browse}${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`
  if (!takesIntents) return link
  const fallback = encodeURIComponent(link)
  const intent = `scheme=https;package=${app.androidPackage};S.browser_fallback_url=${fallback}`
  return `intent://${link.slice('https://'.length)}#Intent;${intent};end`
}

/** A wallet app with its own browser. */
export type WalletApp = {
  /** The name of the wallet's browser extension. */
  readonly name: string
  /** The universal link that opens a page inside the app; the page's URL follows. */
  readonly browse: string
  /** The app's package name on Android. */
  readonly androidPackage: string
}

/** Apps that document such a link: docs.phantom.com and docs.solflare.com, "Browse". */
export const walletApps: readonly WalletApp[] = [
  { name: 'Phantom', browse: 'https://phantom.app/ul/browse/', androidPackage: 'app.phantom' },
  { name: 'Solflare', browse: 'https://solflare.com/ul/v1/browse/', androidPackage: 'com.solflare.mobile' },
]
