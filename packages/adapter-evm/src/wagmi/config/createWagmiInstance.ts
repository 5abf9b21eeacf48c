import { type AdapterInstance, createConnectorList, lazily, loadModule, type PluginContext, tell } from '@latchkey/core'
import type { Config, Connector as WagmiConnector } from 'wagmi'
import type { ChainFeatures } from '../../features/createChainFeatures.js'
import { toAdapterFeatures } from '../../features/toAdapterFeatures.js'
import type { Eip1193Provider } from '../../provider.js'
import type { FindTransaction } from '../../rpc/findTransaction.js'
import { type ConfigConnector, createConfigConnector } from './createConfigConnector.js'
import { createFollower, type OutsideConnection } from './createFollower.js'
import { watchOffered } from './watchOffered.js'

export type WagmiInstanceOptions = {
  readonly config: Config
  readonly context: PluginContext
  /** Milliseconds between two looks for transactions; absent where none are watched. */
  readonly interval?: number | undefined
}

/** EVM at work over the app's own wagmi config. */
export function createWagmiInstance({ config, context, interval }: WagmiInstanceOptions): AdapterInstance {
  const { env, signal, warn } = context
  const { getConnectors, onConnectorsChange, ...list } = createConnectorList(warn)
  const connectors = new Map<string, ConfigConnector>()
  const prompts = new Set<string>()
  const listeners = new Set<(event: OutsideConnection) => void>()
  let chain: ChainFeatures | undefined
  const load = lazily(async () => {
    const { createConfigFeatures } = await loadModule(() => import('./createConfigFeatures.js'))
    chain = createConfigFeatures(config, context)
    return chain
  })
  const findTransaction: FindTransaction = async (request) => (await load()).findTransaction(request)
  const follower = createFollower({ config, connectors, prompts, tellOutside: (event) => tell(listeners, event, warn) })

  const add = (connector: WagmiConnector, meta: ConfigConnector['connector']['meta']): void => {
    const own = createConfigConnector({
      ...{ config, connector, meta, env, warn, prompts },
      onAsked: (isMade) => (isMade ? follower.accept(connector.uid) : follower.sync()),
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
      // what is connected already
      follower.repeat()
      return () => listeners.delete(listener)
    },
    createConnector: async (meta, provider) => {
      const { createInjectedConnector } = await loadModule(() => import('../../connectors/createInjectedConnector.js'))
      const own = { meta, provider: provider as Eip1193Provider, env, warn }
      return createInjectedConnector({ ...own, onUse: () => undefined, findTransaction })
    },
    features: toAdapterFeatures(load, interval),
    destroy: end,
  }
}
