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
  /** Joined with the `networks` option of the modal. Default: Bitcoin mainnet. */
  readonly networks?: readonly BitcoinNetworkInput[] | undefined
  /** The API for balances and transactions. Without it, these fail with `RPC_URL_MISSING`. */
  readonly esplora?: Esplora | undefined
}

/**
 * Adds Bitcoin and the wallets of the page. Has no effects before the modal starts.
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

/** Starts the adapter for one modal. The code that talks to nodes is loaded on first use. */
export function createBitcoinInstance(context: PluginContext, findUrl: EsploraLink['findUrl']): AdapterInstance {
  const { env, signal } = context
  const payingAddresses = new Set<string>()
  const loadChain = lazily(async () => {
    const { createChainFeatures } = await loadModule(() => import('./features/chainFeatures.js'))
    return createChainFeatures({ env, findUrl }, payingAddresses)
  })
  const create: CreateConnector = (meta, found) =>
    createBitcoinConnector({ ...context, meta, found, loadChain, payingAddresses })
  const discovery = discoverWallets(context, create)
  signal.addEventListener('abort', discovery.destroy, { once: true })
  return {
    ...discovery,
    async createConnector(meta, wallet) {
      const found = readStandardWallet(wallet as StandardWallet)
      if (!found) throw new TypeError('Not a Wallet Standard wallet for Bitcoin.')
      return create(meta, found).connector
    },
    features: {
      'message:verify': async (claim) =>
        (await loadModule(() => import('./verify/verifySignature.js'))).verifySignature(claim),
      ...toLazyFeatures<AdapterInstance['features']>(featureNames, async () => (await loadChain()).features),
    },
  }
}
