import { type AdapterInstance, apiVersion, type ChainAdapter, type PluginContext } from '../contracts/adapter.js'
import type { Connector } from '../contracts/connector.js'
import type { Balance, FeatureRequest } from '../contracts/features.js'
import type { Network } from '../contracts/network.js'
import type { Namespace } from '../utils/caip.js'

export type TestChain<namespace extends Namespace = Namespace> = {
  readonly plugin: ChainAdapter<namespace>
  /** Handles a balance request. */
  readBalance: (request: FeatureRequest) => Promise<Balance>
  readonly balanceRequests: FeatureRequest[]
  readonly features: AdapterInstance['features']
  /** The context of the last `setup`. */
  context: PluginContext | undefined
  setupCount: number
  destroyCount: number
  listenerCount(): number
  announce(...connectors: readonly Connector[]): void
  withdraw(connector: Connector): void
}

type TestChainOptions<namespace extends Namespace> = {
  readonly namespace: namespace
  readonly networks: readonly Network[]
  readonly connectors?: readonly Connector[]
  readonly features?: AdapterInstance['features']
}

/** Creates an adapter of a namespace in memory, whose connectors come and go on demand. */
export function createTestChain<namespace extends Namespace>(
  options: TestChainOptions<namespace>,
): TestChain<namespace> {
  const listeners = new Set<() => void>()
  let connectors: readonly Connector[] = options.connectors ?? []
  const change = (next: readonly Connector[]): void => {
    connectors = next
    for (const listener of [...listeners]) listener()
  }

  const chain: TestChain<namespace> = {
    plugin: {
      kind: 'chain',
      apiVersion,
      namespace: options.namespace,
      networks: options.networks,
      setup(context) {
        chain.context = context
        chain.setupCount++
        return {
          features: chain.features,
          getConnectors: () => connectors,
          onConnectorsChange(listener) {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
          destroy() {
            chain.destroyCount++
          },
        }
      },
    },
    readBalance: async () => ({ value: 1_500_000_000_000_000_000n, decimals: 18, symbol: 'ETH' }),
    balanceRequests: [],
    features: options.features ?? {
      'balance:read'(request) {
        chain.balanceRequests.push(request)
        return chain.readBalance(request)
      },
    },
    context: undefined,
    setupCount: 0,
    destroyCount: 0,
    listenerCount: () => listeners.size,
    announce: (...added) => change([...connectors, ...added]),
    withdraw: (connector) => change(connectors.filter((other) => other !== connector)),
  }
  return chain
}
