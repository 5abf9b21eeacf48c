import { apiVersion, type ChainAdapter, type Network } from '@latchkey/core'
import type { FakeFamily, FakeWallet } from './createFakeWallet.js'

const networks: { readonly [family in FakeFamily]: readonly [Network, ...Network[]] } = {
  eip155: [toNetwork('eip155', 1, 'Ethereum', 'ETH'), toNetwork('eip155', 10, 'OP Mainnet', 'ETH')],
  solana: [toNetwork('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'SOL')],
  bip122: [toNetwork('bip122', '000000000019d6689c085ae165831e93', 'Bitcoin', 'BTC')],
}

export type FakeFamilyAdapter<family extends FakeFamily> = {
  readonly plugin: ChainAdapter<family>
  /** Sent transactions are confirmed once this resolves. */
  included: Promise<unknown>
  /** Replaces the announced wallets. */
  announce(wallets: readonly FakeWallet[]): void
}

/** An adapter of one namespace, whose wallets announce themselves. */
export function createFakeFamily<family extends FakeFamily>(
  namespace: family,
  wallets: readonly FakeWallet[],
): FakeFamilyAdapter<family> {
  let connectors = wallets.map(({ connector }) => connector)
  const listeners = new Set<() => void>()
  const family: FakeFamilyAdapter<family> = {
    included: Promise.resolve(),
    announce(next) {
      connectors = next.map(({ connector }) => connector)
      for (const listener of listeners) listener()
    },
    plugin: {
      kind: 'chain',
      apiVersion,
      namespace,
      networks: networks[namespace],
      setup: () => ({
        features: {
          'balance:read': async () => ({ value: 0n, decimals: 8, symbol: 'TEST' }),
          async 'transaction:confirm'({ id }) {
            await family.included
            return { status: 'confirmed', id }
          },
        },
        getConnectors: () => connectors,
        onConnectorsChange(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        destroy: () => {},
      }),
    },
  }
  return family
}

function toNetwork(chainNamespace: FakeFamily, id: number | string, name: string, symbol: string): Network {
  return {
    id,
    name,
    chainNamespace,
    caipNetworkId: `${chainNamespace}:${id}`,
    nativeCurrency: { name: symbol, symbol, decimals: chainNamespace === 'eip155' ? 18 : 8 },
    rpcUrls: { default: { http: ['http://localhost:1'] } },
    blockExplorers: { default: { name: `${name} explorer`, url: 'https://scan.example' } },
  }
}
