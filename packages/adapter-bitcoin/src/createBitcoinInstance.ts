import { type AdapterInstance, lazily, loadModule, type PluginContext, type StandardWallet } from '@latchkey/core'
import type { EsploraLink } from './chain/esplora.js'
import { createBitcoinConnector } from './connectors/createBitcoinConnector.js'
import { type CreateConnector, discoverWallets } from './discovery.js'
import { readStandardWallet } from './readStandardWallet.js'

/** Bitcoin at work. What talks to nodes is loaded by the first read. */
export function createBitcoinInstance(context: PluginContext, findUrl: EsploraLink['findUrl']): AdapterInstance {
  const { env, signal } = context
  const loadChain = lazily(async () =>
    (await loadModule(() => import('./chain/createChainFeatures.js'))).createChainFeatures({ env, findUrl }),
  )
  const create: CreateConnector = (meta, found) => createBitcoinConnector({ ...context, meta, found, loadChain })
  const discovery = discoverWallets(context, create)
  signal.addEventListener('abort', discovery.destroy, { once: true })
  return {
    ...discovery,
    async createConnector(meta, wallet) {
      const found = readStandardWallet(wallet as StandardWallet)
      if (!found) throw new TypeError('No wallet of the Wallet Standard on Bitcoin.')
      return create(meta, found).connector
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
    },
  }
}
