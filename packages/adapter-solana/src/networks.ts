import type { CaipNetworkId, Network, NetworkInput } from '@latchkey/core'

/** A Solana cluster: one of those below, or another, e.g. a local one. Its `id` is its CAIP-2 reference. */
export type SolanaNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'solana' | undefined
  readonly caipNetworkId?: `solana:${string}` | undefined
}

/** Adds the namespace, and keeps plain data only. Core validates the network. [S3.1] */
export function toNetwork(input: SolanaNetworkInput): Network {
  const { id, name, nativeCurrency, rpcUrls, assets, blockExplorers, testnet } = (input ?? {}) as SolanaNetworkInput
  const caipNetworkId = `solana:${id}` as const
  return { id, name, chainNamespace: 'solana', caipNetworkId, nativeCurrency, rpcUrls, assets, blockExplorers, testnet }
}

type Cluster = SolanaNetworkInput & { readonly id: string; readonly chainNamespace: 'solana' }

const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const

const explorer = (query: string): Cluster['blockExplorers'] => ({
  default: { name: 'Solana Explorer', url: `https://explorer.solana.com${query}` },
})

/**
 * The main cluster. Its `id` is the start of its genesis hash (CAIP-30). The public endpoint is rate-limited and not meant for
 * production: spread this object and replace `rpcUrls`, or list its id in `services.rpc.networkIds`.
 */
export const solanaMainnet: Cluster = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  chainNamespace: 'solana',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://api.mainnet-beta.solana.com'] } },
  blockExplorers: explorer(''),
}

/** The cluster for developers, with SOL from a faucet. */
export const solanaDevnet: Cluster = {
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  chainNamespace: 'solana',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
  blockExplorers: explorer('?cluster=devnet'),
  testnet: true,
}

/** The cluster on which validators are tested. */
export const solanaTestnet: Cluster = {
  id: '4uhcVJyU9pJkvQyS88uRDiswHScCkY3z',
  name: 'Solana Testnet',
  chainNamespace: 'solana',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://api.testnet.solana.com'] } },
  blockExplorers: explorer('?cluster=testnet'),
  testnet: true,
}

const standardChains: { readonly [reference: string]: `solana:${string}` | undefined } = {
  [solanaMainnet.id]: 'solana:mainnet',
  [solanaDevnet.id]: 'solana:devnet',
  [solanaTestnet.id]: 'solana:testnet',
}

/** The name of a network in the Wallet Standard; `solana:localnet` for networks other than the three clusters. */
export function toStandardChain(caipNetworkId: CaipNetworkId): `solana:${string}` {
  const [, reference = ''] = caipNetworkId.split(':')
  return (Object.hasOwn(standardChains, reference) && standardChains[reference]) || 'solana:localnet'
}
