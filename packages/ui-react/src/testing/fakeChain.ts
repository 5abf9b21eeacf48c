import { apiVersion, type ChainAdapter, type Connector, type Network } from '@latchkey/core'

export const testNetwork: Network = {
  id: 1,
  name: 'Testnet One',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:1'] } },
  blockExplorers: { default: { name: 'Scan', url: 'https://scan.example/' } },
}

export const testAddress = '0x1234567890AbcdEF1234567890aBcdef1234abcd'

/** An adapter whose only wallet responds immediately. Enough for hooks and buttons, which need no chain. */
export function fakeChain(): ChainAdapter<'eip155'> {
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'eip155',
    networks: [testNetwork],
    setup: () => ({
      features: {},
      getConnectors: () => [connector],
      onConnectorsChange: () => () => {},
      destroy: () => {},
    }),
  }
}

const connector: Connector = {
  meta: { id: 'test.wallet', type: 'ANNOUNCED', name: 'Test wallet', namespaces: ['eip155'] },
  features: {},
  connect: async () => ({
    accounts: [{ namespace: 'eip155', address: testAddress, type: 'eoa' }],
    caipNetworkId: 'eip155:1',
  }),
  disconnect: async () => {},
  getProvider: async () => ({ isTestProvider: true }),
  on: () => () => {},
  destroy: () => {},
}
