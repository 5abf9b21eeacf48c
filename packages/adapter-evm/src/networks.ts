import type { Network, NetworkInput } from '@latchkey/core'

/** An EVM chain: one of `viem/chains`, or core's own description of a network. */
export type EvmNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'eip155' | undefined
  readonly caipNetworkId?: `eip155:${string}` | undefined
}

/** Plain data only: what else viem keeps with a chain (formatters, fees, …) stays with the app. [S3.1] */
export function toNetwork(input: EvmNetworkInput): Network {
  // core says what is wrong with a network, and of all at once
  const { id, name, nativeCurrency, rpcUrls, assets, blockExplorers, testnet } = (input ?? {}) as EvmNetworkInput
  const caipNetworkId = `eip155:${id}` as const
  return { id, name, chainNamespace: 'eip155', caipNetworkId, nativeCurrency, rpcUrls, assets, blockExplorers, testnet }
}
