import type { Network, NetworkInput } from '@latchkey/core'

/** A Solana cluster: one of ours, or a description of another, e.g. a local one. Its `id` is its CAIP-2 reference. */
export type SolanaNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'solana' | undefined
  readonly caipNetworkId?: `solana:${string}` | undefined
}

/** Plain data only, with the namespace that it belongs to. [S3.1] */
export function toNetwork(input: SolanaNetworkInput): Network {
  // core says what is wrong with a network, and of all at once
  const { id, name, nativeCurrency, rpcUrls, assets, blockExplorers, testnet } = (input ?? {}) as SolanaNetworkInput
  const caipNetworkId = `solana:${id}` as const
  return { id, name, chainNamespace: 'solana', caipNetworkId, nativeCurrency, rpcUrls, assets, blockExplorers, testnet }
}
