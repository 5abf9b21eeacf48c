import { type AdapterInstance, lazily, loadModule, type PluginContext } from '@latchkey/core'
import { createBitcoinConnector } from './connectors/createBitcoinConnector.js'
import { discoverWallets } from './discovery.js'
import type { Esplora } from './findEsplora.js'

/** Bitcoin at work. What talks to nodes is loaded by the first read. */
export function createBitcoinInstance(context: PluginContext, esplora: Esplora | undefined): AdapterInstance {
  const { env, signal, warn, getNetworks } = context
  const loadChain = lazily(async () =>
    (await loadModule(() => import('./chain/createChainFeatures.js'))).createChainFeatures({ env, esplora }),
  )
  const discovery = discoverWallets(context, (meta, found, onUse) =>
    createBitcoinConnector({ meta, found, onUse, env, warn, getNetworks, loadChain }),
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
