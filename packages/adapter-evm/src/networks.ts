import type { Network, NetworkInput } from '@latchkey/core'

/** An EVM chain: one of `viem/chains`, or core's own description of a network. */
export type EvmNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'eip155' | undefined
  readonly caipNetworkId?: `eip155:${string}` | undefined
}

/** Adds the namespace. Core validates the network and drops the fields that only viem knows, such as formatters. [S3.1] */
export function toNetwork(input: EvmNetworkInput): Network {
  return { ...input, chainNamespace: 'eip155', caipNetworkId: `eip155:${input?.id}` }
}
