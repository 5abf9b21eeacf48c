import { createLazyConnector } from '../../connectors/lazyConnector.js'
import { apiVersion, type ChainAdapter } from '../../contracts/adapter.js'
import { createModalCore } from '../../modal/createModalCore.js'
import type { Modal } from '../../modal/modal.js'
import type { ModalOptions } from '../../modal/options/options.js'
import { open, popTo } from '../shell/actions.js'
import { startConnect } from './flow.js'
import type { Connection } from './state.js'

const namespace = 'warmup'
const caipNetworkId = 'warmup:1'
const connectorId = 'warmup'

/**
 * Connects a made-up wallet, in a modal of its own that reaches no window, storage or network. A JavaScript engine compiles
 * a function when it is first called; the first click on a wallet would wait for that.
 *
 * @param create creates that modal, and may show it
 */
export async function warmUpConnect(
  create: (options: ModalOptions) => Modal = createModalCore,
): Promise<Connection | undefined> {
  const modal = create({
    adapters: [adapter],
    env: { window: () => null, storage: () => null, fetch: () => Promise.reject(new TypeError('No network.')) },
  })
  modal.start()
  open(modal, { view: 'Connect' })
  popTo(modal, 'Connect')
  const connection = await startConnect(modal, { connectorId })
  modal.destroy()
  return connection
}

/** A wallet that agrees at once, with a connector like that of a real one. */
const wallet = createLazyConnector({
  meta: { id: connectorId, type: 'ANNOUNCED', name: 'Warm-up', namespaces: [namespace] },
  names: [],
  provider: undefined,
  open: async () => ({
    connect: async () => ({ accounts: [{ namespace, address: '0', type: 'eoa' }], caipNetworkId }),
    disconnect: async () => undefined,
    listen: () => () => undefined,
    loadFeatures: async () => ({}),
  }),
  warn: () => undefined,
})

const adapter: ChainAdapter = {
  kind: 'chain',
  apiVersion,
  namespace,
  networks: [
    {
      id: 1,
      name: 'Warm-up',
      chainNamespace: namespace,
      caipNetworkId,
      nativeCurrency: { name: 'None', symbol: 'NONE', decimals: 0 },
      rpcUrls: { default: { http: ['https://node.invalid'] } },
    },
  ],
  setup: () => ({
    features: {},
    getConnectors: () => [wallet.connector],
    onConnectorsChange: () => () => undefined,
    destroy: () => undefined,
  }),
}
