import type { Network, NetworkInput } from '@latchkey/core'

/** An EVM chain: one of `viem/chains`, or core's own description of a network. */
export type EvmNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'eip155' | undefined
  readonly caipNetworkId?: `eip155:${string}` | undefined
}

/** What else viem keeps with a chain (formatters, fees, …) core leaves out, which says what is wrong with it too. [S3.1] */
export function toNetwork(input: EvmNetworkInput): Network {
  return { ...input, chainNamespace: 'eip155', caipNetworkId: `eip155:${input?.id}` }
}
