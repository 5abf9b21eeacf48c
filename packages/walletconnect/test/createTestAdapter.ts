import {
  type AdapterInstance,
  type Connector,
  type ConnectorFeatures,
  createConnectorEvents,
  type Namespace,
  parseCaipNetworkId,
} from '@latchkey/core'

type Eip1193Provider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
}

/** A minimal EVM adapter that creates connectors for a given provider. */
export function createTestAdapter(): ReadonlyMap<Namespace, AdapterInstance> {
  const createConnector = async (meta: Connector['meta'], given: unknown): Promise<Connector> => {
    const provider = given as Eip1193Provider
    const { on, emit, clear } = createConnectorEvents({ warn: () => undefined })
    const toNetworkId = (hex: unknown): `eip155:${number}` => `eip155:${Number(hex)}`
    provider.on('chainChanged', (hex) => emit('change', { namespace: 'eip155', caipNetworkId: toNetworkId(hex) }))
    return {
      meta,
      features: {
        'message:sign': async ({ account, message }) =>
          String(await provider.request({ method: 'personal_sign', params: [message, account.address] })),
        'typedData:sign': async () => '',
        'calls:send': async () => '',
        'calls:status': async ({ id }) =>
          (await provider.request({ method: 'wallet_getCallsStatus', params: [id] })) as Awaited<
            ReturnType<ConnectorFeatures['calls:status']>
          >,
        'network:switch': async ({ network }) => {
          const chainId = `0x${Number(parseCaipNetworkId(network.caipNetworkId)?.reference).toString(16)}`
          await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
        },
      },
      async connect() {
        const [address = ''] = (await provider.request({ method: 'eth_accounts' })) as readonly string[]
        const caipNetworkId = toNetworkId(await provider.request({ method: 'eth_chainId' }))
        return { accounts: [{ namespace: 'eip155', address, type: 'eoa' }], caipNetworkId }
      },
      disconnect: async () => undefined,
      getProvider: async () => provider,
      on,
      destroy: clear,
    }
  }
  const adapter: AdapterInstance = {
    features: {},
    getConnectors: () => [],
    onConnectorsChange: () => () => undefined,
    createConnector,
    destroy: () => undefined,
  }
  return new Map([['eip155', adapter]])
}
