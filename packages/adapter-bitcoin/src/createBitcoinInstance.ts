import { type AdapterInstance, lazily, loadModule, type PluginContext } from '@latchkey/core'
import type { EsploraLink } from './chain/esplora.js'
import { createBitcoinConnector } from './connectors/createBitcoinConnector.js'
import { discoverWallets } from './discovery.js'

/** Bitcoin at work. What talks to nodes is loaded by the first read. */
export function createBitcoinInstance(context: PluginContext, findUrl: EsploraLink['findUrl']): AdapterInstance {
  const { env, signal } = context
  const loadChain = lazily(async () =>
    (await loadModule(() => import('./chain/createChainFeatures.js'))).createChainFeatures({ env, findUrl }),
  )
  const discovery = discoverWallets(context, (meta, found) =>
    createBitcoinConnector({ ...context, meta, found, loadChain }),
  )
  signal.addEventListener('abort', discovery.destroy, { once: true })
  return {
    ...discovery,
    features: {
      'balance:read': async (request) => (await loadChain()).readBalance(request),
      'transaction:broadcast': async (request) => (await loadChain()).broadcast(request),
      'transaction:confirm': async (request) => (await loadChain()).confirm(request),
    },
  }
}
