import { type AdapterInstance, lazily, loadModule, type PluginContext, type StandardWallet } from '@latchkey/core'
import { createStandardConnector } from './connectors/createStandardConnector.js'
import { type CreateConnector, discoverWallets } from './discovery.js'
import { parseStandardWallet } from './parseStandardWallet.js'

/** Solana at work. What talks to nodes is loaded by the first read. */
export function createSolanaInstance(context: PluginContext, hasLinks: boolean): AdapterInstance {
  const { env, warn, getNetworks } = context
  const ended = new AbortController()
  const { signal } = ended
  const loadChain = lazily(async () =>
    (await loadModule(() => import('./chain/createChainFeatures.js'))).createChainFeatures({ ...context, signal }),
  )
  const create: CreateConnector = (meta, wallet, features) =>
    createStandardConnector({ meta, wallet, features, env, warn, getNetworks, loadChain })
  const { addLink, ...discovery } = discoverWallets(context, create)
  const destroy = (): void => {
    context.signal.removeEventListener('abort', destroy)
    ended.abort()
    discovery.destroy()
  }
  context.signal.addEventListener('abort', destroy)

  const page = env.window()
  if (hasLinks && page && isPhone(page))
    loadModule(() => import('./links/createLinkConnectors.js')).then(({ createLinkConnectors }) => {
      if (!signal.aborted) for (const connector of createLinkConnectors(env, page)) addLink(connector)
    }, warn)

  return {
    ...discovery,
    async createConnector(meta, wallet) {
      const found = parseStandardWallet(wallet as StandardWallet)
      if (!found) throw new TypeError('No wallet of the Wallet Standard on Solana.')
      return create(meta, wallet as StandardWallet, found.features).connector
    },
    features: {
      'message:verify': async (claim) =>
        (await loadModule(() => import('./verify/verifySignature.js'))).verifySignature(claim),
      'balance:read': async (request) => (await loadChain()).readBalance(request),
      'transaction:broadcast': async (request) => (await loadChain()).broadcast(request),
      'transaction:confirm': async (request) => (await loadChain()).confirm(request),
      'transfer:build': async (request) => (await loadChain()).buildTransfer(request),
      'transfer:fee': async (request) => (await loadChain()).readTransferFee(request),
      'address:check': async (request) => (await loadChain()).isReceiver(request),
      'token:read': async (request) => (await loadChain()).readToken(request),
      'token:balance': async (request) => (await loadChain()).readTokenBalance(request),
    },
    destroy,
  }
}

/** iPads say that they are Macs; no Mac has a touch screen. */
function isPhone({ navigator }: Window): boolean {
  const { userAgent = '', maxTouchPoints = 0 } = navigator ?? {}
  return /android|iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}
