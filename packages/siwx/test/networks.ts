import type { CaipNetworkId, Namespace, Network } from '@latchkey/core'

/** Networks of three namespaces. Nothing responds at their URLs unless a test does. */
export const networks: readonly Network[] = [
  toNetwork('eip155', '1'),
  toNetwork('eip155', '2'),
  toNetwork('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
  toNetwork('solana', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
  toNetwork('bip122', '000000000019d6689c085ae165831e93'),
]

function toNetwork(chainNamespace: Namespace, reference: string): Network {
  const caipNetworkId: CaipNetworkId = `${chainNamespace}:${reference}`
  return {
    id: reference,
    name: caipNetworkId,
    chainNamespace,
    caipNetworkId,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
    rpcUrls: { default: { http: ['https://node.example'] } },
  }
}
