import {
  type AdapterFeatures,
  type AdapterInstance,
  apiVersion,
  type ChainAdapter,
  lazily,
  loadModule,
  type PluginContext,
  toLazyFeatures,
} from '@latchkey/core'
import { createInjectedConnector } from './connectors/connector.js'
import type { Eip1193Provider } from './connectors/walletLink.js'
import { type CreateConnector, discoverWallets } from './discovery.js'
import type { ChainFeatures } from './features/chainFeatures.js'
import { type EvmNetworkInput, toNetwork } from './networks.js'

export type EvmOptions = {
  /** E.g. those of `@latchkey/adapter-evm/networks` or `viem/chains`. Joined with the `networks` option of the modal. */
  readonly networks?: readonly EvmNetworkInput[] | undefined
  /**
   * Refreshes the balance when the connected account sends a transaction or one is mined, while the balance is shown. Polls a
   * node every 30 s, or every `pollingInterval` milliseconds, and stops after 99 transactions. Default: off.
   */
  readonly watchPendingTransactions?: WatchOption | undefined
}

/** Whether, and how often in milliseconds, to poll for transactions of the connected account. */
export type WatchOption = boolean | { readonly pollingInterval?: number | undefined }

/**
 * Adds EVM chains and the wallets of the page. Has no effects before the modal starts.
 *
 * @example
 * createModal({ adapters: [evm({ networks: [mainnet, base] })] })
 */
export function evm({ networks = [], watchPendingTransactions }: EvmOptions = {}): ChainAdapter<'eip155'> {
  const interval = toWatchInterval(watchPendingTransactions)
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'eip155',
    networks: networks.map(toNetwork),
    setup: (context) => createEvmInstance(context, interval),
  }
}

/** Starts the adapter for one modal. The code that talks to nodes is loaded on first use. */
export function createEvmInstance(context: PluginContext, interval?: number | undefined): AdapterInstance {
  const { env, signal, warn } = context
  let chain: ChainFeatures | undefined
  const loadChain = lazily(async () => {
    const { createChainFeatures } = await loadModule(() => import('./features/chainFeatures.js'))
    chain = createChainFeatures(context)
    return chain
  })
  const create: CreateConnector = (meta, provider, onUse) =>
    createInjectedConnector({
      meta,
      provider,
      onUse,
      env,
      warn,
      findTransaction: async (request) => (await loadChain()).findTransaction(request),
    })
  const { destroy, ...discovery } = discoverWallets(context, create)
  const end = (): void => {
    destroy()
    chain?.destroy()
  }
  signal.addEventListener('abort', end, { once: true })
  return {
    ...discovery,
    createConnector: async (meta, provider) => create(meta, provider as Eip1193Provider, () => undefined),
    features: toAdapterFeatures(loadChain, interval),
    destroy: end,
  }
}

const featureNames: readonly (keyof AdapterFeatures)[] = [
  'balance:read',
  'message:verify',
  'gas:estimate',
  'transaction:broadcast',
  'transaction:confirm',
  'transaction:mark',
  'transaction:find',
  'transfer:build',
  'transfer:fee',
  'address:check',
  'address:format',
  'token:read',
  'token:balance',
  'swap:router',
  'swap:approval',
  'swap:check',
]

/** The features of an EVM adapter, which load their code on first use. `interval` in milliseconds enables `activity:watch`. */
export function toAdapterFeatures(
  loadChain: () => Promise<ChainFeatures>,
  interval: number | undefined,
): AdapterInstance['features'] {
  return {
    ...toLazyFeatures<AdapterInstance['features']>(featureNames, async () => (await loadChain()).features),
    ...(interval && {
      'activity:watch': async (request) => (await loadChain()).watchActivity({ ...request, interval }),
    }),
  }
}

/** Timers don't support more than `max`: they would run at once. */
const intervals = { default: 30_000, min: 1_000, max: 2_147_483_647 } as const

/** The polling interval in milliseconds; undefined for an option that is off. Throws a `RangeError` if it is out of range. */
export function toWatchInterval(option: WatchOption | undefined): number | undefined {
  if (!option) return undefined
  const { pollingInterval = intervals.default } = option === true ? {} : option
  if (!(pollingInterval >= intervals.min && pollingInterval <= intervals.max))
    throw new RangeError(`pollingInterval is ${pollingInterval}, not from ${intervals.min} to ${intervals.max} ms.`)
  return pollingInterval
}
