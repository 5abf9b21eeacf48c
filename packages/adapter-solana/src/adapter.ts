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
import { createStandardConnector } from './connectors/connector.js'
import { type CreateConnector, discoverWallets, parseStandardWallet } from './discovery.js'
import { type SolanaNetworkInput, toNetwork } from './networks.js'

export type SolanaOptions = {
  /** Joined with the `networks` option of the modal. */
  readonly networks?: readonly SolanaNetworkInput[] | undefined
  /** Whether to offer wallet apps on phones, which open this page in the wallet's own browser. Default: true. */
  readonly walletLinks?: boolean | undefined
}

/**
 * Adds Solana and the wallets of the page. Has no effects before the modal starts.
 *
 * @example
 * createModal({ adapters: [solana({ networks: [solanaMainnet] })] })
 */
export function solana({ networks = [], walletLinks = true }: SolanaOptions = {}): ChainAdapter<'solana'> {
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'solana',
    networks: networks.map(toNetwork),
    setup: (context) => createSolanaInstance(context, walletLinks),
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
  'token:read',
  'token:balance',
]

/** Starts the adapter for one modal. The code that talks to nodes is loaded on first use. */
export function createSolanaInstance(context: PluginContext, hasLinks: boolean): AdapterInstance {
  const { env, warn, getNetworks } = context
  const ended = new AbortController()
  const { signal } = ended
  const loadChain = lazily(async () =>
    (await loadModule(() => import('./features/chainFeatures.js'))).createChainFeatures({ ...context, signal }),
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
    loadModule(() => import('./connectors/linkConnectors.js')).then(({ createLinkConnectors }) => {
      if (!signal.aborted) for (const connector of createLinkConnectors(env, page)) addLink(connector)
    }, warn)

  return {
    ...discovery,
    async createConnector(meta, wallet) {
      const found = parseStandardWallet(wallet as StandardWallet)
      if (!found) throw new TypeError('Not a Wallet Standard wallet for Solana.')
      return create(meta, wallet as StandardWallet, found.features).connector
    },
    features: {
      'message:verify': async (claim) =>
        (await loadModule(() => import('./verify/verifySignature.js'))).verifySignature(claim),
      ...toLazyFeatures<AdapterInstance['features']>(featureNames, async () => (await loadChain()).features),
    },
    destroy,
  }
}

/** Whether the page runs on a phone or tablet. iPads identify as Macs, but no Mac has a touch screen. */
function isPhone({ navigator }: Window): boolean {
  const { userAgent = '', maxTouchPoints = 0 } = navigator ?? {}
  return /android|iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}
