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
  /** The same list as the `networks` option of the modal, joined with it. */
  readonly networks?: readonly SolanaNetworkInput[] | undefined
  /**
   * Whether phones are offered the apps of wallets that are not on the page: a row that opens this page inside the
   * wallet's own browser. True unless told.
   */
  readonly walletLinks?: boolean | undefined
}

/**
 * Solana and the wallets of the page. Nothing happens before the modal starts.
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
  'token:read',
  'token:balance',
]

/** Solana at work. What talks to nodes is loaded by the first read. */
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
      if (!found) throw new TypeError('No wallet of the Wallet Standard on Solana.')
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

/** iPads say that they are Macs; no Mac has a touch screen. */
function isPhone({ navigator }: Window): boolean {
  const { userAgent = '', maxTouchPoints = 0 } = navigator ?? {}
  return /android|iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}
