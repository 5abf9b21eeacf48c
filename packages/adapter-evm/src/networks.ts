import type { Network, NetworkInput } from '@latchkey/core'

/** One of `@latchkey/adapter-evm/networks` or `viem/chains`, or a network as core describes it. */
export type EvmNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'eip155' | undefined
  readonly caipNetworkId?: `eip155:${string}` | undefined
}

/** Adds the namespace. Core validates the network and drops the fields that only viem knows, such as formatters. [S3.1] */
export function toNetwork(input: EvmNetworkInput): Network {
  return { ...input, chainNamespace: 'eip155', caipNetworkId: `eip155:${input?.id}` }
}

/** A network of `@latchkey/adapter-evm/networks`, which is also a chain of viem. */
export type EvmNetwork = {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Public nodes. They limit their callers: an app with visitors sets its own with `services.rpc`. */
  readonly rpcUrls: { readonly default: { readonly http: readonly [string, ...string[]] } }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly testnet?: boolean | undefined
}
