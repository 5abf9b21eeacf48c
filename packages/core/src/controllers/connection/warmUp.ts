import { createLazyConnector } from '../../connectors/lazyConnector.js'
import { apiVersion, type ChainAdapter } from '../../contracts/adapter.js'
import { createModalCore } from '../../modal/createModalCore.js'
import type { Modal } from '../../modal/modal.js'
import type { ModalOptions } from '../../modal/options/options.js'
import { open } from '../shell/actions.js'

const namespace = 'warmup'
const caipNetworkId = 'warmup:1'
const connectorId = 'warmup'

/**
 * Creates a modal that shows the connection methods of a made-up wallet, and reaches no window, storage or network. A JavaScript engine
 * compiles a function when it is first called: connecting this wallet before the user's first click keeps that click from waiting for it.
 * `create` creates the modal. Default: one without views.
 */
export function createWarmUpModal(): Modal
export function createWarmUpModal<modal extends Modal>(create: (options: ModalOptions) => modal): modal
export function createWarmUpModal(create: (options: ModalOptions) => Modal = createModalCore): Modal {
  const modal = create({
    adapters: [adapter],
    env: { window: () => null, storage: () => null, fetch: () => Promise.reject(new TypeError('No network.')) },
  })
  modal.start()
  open(modal, { view: 'Connect' })
  return modal
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
