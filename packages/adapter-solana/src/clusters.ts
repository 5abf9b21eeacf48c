import type { SolanaNetworkInput } from './networks.js'

type Cluster = SolanaNetworkInput & { readonly id: string }

const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const
const explorer = (query: string): Cluster['blockExplorers'] => ({
  default: { name: 'Solana Explorer', url: `https://explorer.solana.com${query}` },
})

/**
 * The main cluster. Its `id` is the start of the hash of its first block (CAIP-30). The public endpoint is rate-limited
 * and not meant for products: give yours by `services.rpc`, or spread this and replace `rpcUrls`.
 */
export const solanaMainnet: Cluster = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://api.mainnet-beta.solana.com'] } },
  blockExplorers: explorer(''),
}

/** The cluster for developers of programs and apps: SOL of no worth, from a faucet. */
export const solanaDevnet: Cluster = {
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
  blockExplorers: explorer('?cluster=devnet'),
  testnet: true,
}

/** The cluster for the validators' own tests. */
export const solanaTestnet: Cluster = {
  id: '4uhcVJyU9pJkvQyS88uRDiswHScCkY3z',
  name: 'Solana Testnet',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://api.testnet.solana.com'] } },
  blockExplorers: explorer('?cluster=testnet'),
  testnet: true,
}
