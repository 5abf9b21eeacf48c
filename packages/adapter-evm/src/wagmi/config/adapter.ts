import {
  type AdapterInstance,
  apiVersion,
  type ChainAdapter,
  createConnectorList,
  lazily,
  loadModule,
  notifyListeners,
  type PluginContext,
} from '@latchkey/core'
import type { Config, Connector as WagmiConnector } from 'wagmi'
import { toAdapterFeatures, toWatchInterval, type WatchOption } from '../../adapter.js'
import type { Eip1193Provider } from '../../connectors/walletLink.js'
import type { ChainFeatures } from '../../features/chainFeatures.js'
import { toNetwork } from '../../networks.js'
import type { FindTransaction } from '../../rpc/read.js'
import { type ConfigConnector, createConfigConnector } from './connector.js'
import { watchOffered } from './discovery.js'
import { createFollower, type OutsideConnection } from './follower.js'

export type WagmiEvmOptions = {
  /** The app's config, made by wagmi's `createConfig()`. Its chains, connectors and transports are used. */
  readonly config: Config
  /** As in `evm()`. */
  readonly watchPendingTransactions?: WatchOption | undefined
}

/**
 * Adds EVM chains from an existing wagmi config, instead of `evm()`. The modal offers the connectors of the config, and connects,
 * switches, disconnects and reads through it. The config is the source of truth, so wagmi's hooks and the modal stay in sync.
 *
 * @example
 * const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })
 * createModal({ adapters: [wagmiEvm({ config })] })
 */
export function wagmiEvm({ config, watchPendingTransactions }: WagmiEvmOptions): ChainAdapter<'eip155'> {
  const interval = toWatchInterval(watchPendingTransactions)
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'eip155',
    networks: config.chains.map(toNetwork),
    setup: (context) => createWagmiInstance({ config, context, interval }),
  }
}

export type WagmiInstanceOptions = {
  readonly config: Config
  readonly context: PluginContext
  /** Milliseconds between two polls for transactions. Default: no polling. */
  readonly interval?: number | undefined
}

/** Starts the adapter for one modal, over the app's wagmi config. */
export function createWagmiInstance({ config, context, interval }: WagmiInstanceOptions): AdapterInstance {
  const { env, signal, warn } = context
  const { getConnectors, onConnectorsChange, ...list } = createConnectorList(warn)
  const connectors = new Map<string, ConfigConnector>()
  const prompts = new Set<string>()
  const listeners = new Set<(event: OutsideConnection) => void>()
  let chain: ChainFeatures | undefined
  const load = lazily(async () => {
    const { createConfigFeatures } = await loadModule(() => import('./rpc.js'))
    chain = createConfigFeatures(config, context)
    return chain
  })
  const findTransaction: FindTransaction = async (request) => (await load()).findTransaction(request)
  const follower = createFollower({
    config,
    connectors,
    prompts,
    onOutsideConnection: (event) => notifyListeners(listeners, event, warn),
  })

  const add = (connector: WagmiConnector, meta: ConfigConnector['connector']['meta']): void => {
    const own = createConfigConnector({
      config,
      connector,
      meta,
      env,
      warn,
      prompts,
      onAttemptEnd: (isConnected) => (isConnected ? follower.accept(connector.uid) : follower.sync()),
      findTransaction,
    })
    connectors.set(connector.uid, own)
    list.add(own.connector)
    follower.sync()
  }
  const remove = (uid: string): void => {
    const own = connectors.get(uid)
    connectors.delete(uid)
    if (own) list.remove(own.connector)
  }
  const isUsed = (uid: string): boolean => connectors.get(uid)?.isKnown() || prompts.has(uid)
  const stop = watchOffered(config, {
    env,
    warn,
    isUsed,
    add,
    remove,
  })

  const end = (): void => {
    signal.removeEventListener('abort', end)
    stop()
    follower.stop()
    listeners.clear()
    list.destroy()
    chain?.destroy()
  }
  signal.addEventListener('abort', end)
  return {
    getConnectors,
    onConnectorsChange,
    onConnect(listener) {
      listeners.add(listener)
      // notify about existing connections
      follower.repeat()
      return () => listeners.delete(listener)
    },
    createConnector: async (meta, provider) => {
      const { createInjectedConnector } = await loadModule(() => import('../../connectors/connector.js'))
      const own = { meta, provider: provider as Eip1193Provider, env, warn }
      return createInjectedConnector({ ...own, onUse: () => undefined, findTransaction })
    },
    features: toAdapterFeatures(load, interval),
    destroy: end,
  }
}
