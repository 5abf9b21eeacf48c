import {
  type AdapterFeatures,
  type AdapterInstance,
  apiVersion,
  type ChainAdapter,
  lazily,
  loadModule,
  type PluginContext,
  type StandardWallet,
  toLazyFeatures,
} from '@latchkey/core'
import { createBitcoinConnector } from './connectors/connector.js'
import { type CreateConnector, discoverWallets, readStandardWallet } from './discovery.js'
import { type BitcoinNetworkInput, bitcoinMainnet, type Esplora, toNetwork } from './networks.js'
import type { EsploraLink } from './rpc/esplora.js'

export type BitcoinOptions = {
  /** Bitcoin itself unless told; joined with the `networks` option of the modal. */
  readonly networks?: readonly BitcoinNetworkInput[] | undefined
  /** Where balances and transactions are read and sent. Without it these end in `RPC_URL_MISSING`. */
  readonly esplora?: Esplora | undefined
}

/**
 * Bitcoin and the wallets of the page. Nothing happens before the modal starts.
 *
 * @example
 * createModal({ adapters: [bitcoin({ esplora: 'https://esplora.example/api' })] })
 */
export function bitcoin({ networks = [bitcoinMainnet], esplora }: BitcoinOptions = {}): ChainAdapter<'bip122'> {
  const findUrl = (caipNetworkId: string): string | undefined =>
    typeof esplora === 'object' ? esplora[caipNetworkId] : esplora
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'bip122',
    networks: networks.map((network) => toNetwork(network, findUrl)),
    setup: (context) => createBitcoinInstance(context, findUrl),
  }
}

/** What is read from nodes and handed to them. */
const featureNames: readonly (keyof AdapterFeatures)[] = [
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
    (await loadModule(() => import('./features/chainFeatures.js'))).createChainFeatures({ env, findUrl }),
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
      ...toLazyFeatures<AdapterInstance['features']>(featureNames, async () => (await loadChain()).features),
    },
  }
}
