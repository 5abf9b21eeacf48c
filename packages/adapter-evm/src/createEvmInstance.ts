import { type AdapterInstance, lazily, type PluginContext } from '@latchkey/core'
import { createInjectedConnector } from './connectors/createInjectedConnector.js'
import { loadWallet } from './connectors/loadWallet.js'
import { type CreateConnector, discoverWallets } from './discovery.js'
import type { ChainFeatures } from './features/createChainFeatures.js'
import { toAdapterFeatures } from './features/toAdapterFeatures.js'
import type { Eip1193Provider } from './provider.js'

/** EVM at work. What talks to nodes is loaded by the first read. */
export function createEvmInstance(context: PluginContext, interval?: number | undefined): AdapterInstance {
  const { env, signal, warn } = context
  let chain: ChainFeatures | undefined
  const load = lazily(async () => {
    // what is read is of a wallet that is there, nearly always: the first page has no list of the files for it
    const { loadChain } = await loadWallet()
    chain = (await loadChain()).createChainFeatures(context)
    return chain
  })
  const create: CreateConnector = (meta, provider, onUse) =>
    createInjectedConnector({
      meta,
      provider,
      onUse,
      env,
      warn,
      findTransaction: async (request) => (await load()).findTransaction(request),
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
    features: toAdapterFeatures(load, interval),
    destroy: end,
  }
}
