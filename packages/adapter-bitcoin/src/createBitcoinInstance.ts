import {
  type AdapterFeatures,
  type AdapterInstance,
  lazily,
  loadModule,
  type PluginContext,
  type StandardWallet,
  toLazyFeatures,
} from '@latchkey/core'
import type { EsploraLink } from './chain/esplora.js'
import { createBitcoinConnector } from './connectors/createBitcoinConnector.js'
import { type CreateConnector, discoverWallets } from './discovery.js'
import { readStandardWallet } from './readStandardWallet.js'

/** What is read from nodes and handed to them. */
const names: readonly (keyof AdapterFeatures)[] = [
  'balance:read',
  'transaction:broadcast',
  'transaction:confirm',
  'transaction:mark',
  'transaction:find',
  'transfer:build',
  'transfer:fee',
  'address:check',
]

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
      ...toLazyFeatures<AdapterInstance['features']>(names, async () => (await loadChain()).features),
    },
  }
}
