import type { Connector, Env } from '@latchkey/core'
import { deadlines, RpcError, readHost, toTarget, waitFor } from '@latchkey/core/plugin'
import { toBrowseUrl } from './toBrowseUrl.js'
import { type WalletApp, walletApps } from './walletApps.js'

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
