import { loadModule, type Network, type NetworkInput } from '@latchkey/core'

/** An EVM chain: one of `viem/chains`, or core's own description of a network. */
export type EvmNetworkInput = Omit<NetworkInput, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: 'eip155' | undefined
  readonly caipNetworkId?: `eip155:${string}` | undefined
}

/** Adds the namespace. Core validates the network and drops the fields that only viem knows, such as formatters. [S3.1] */
export function toNetwork(input: EvmNetworkInput): Network {
  return { ...input, chainNamespace: 'eip155', caipNetworkId: `eip155:${input?.id}` }
}

/** The logo of a well-known chain as a data URL; undefined for other chains. The logos are loaded on first use. */
export async function getNetworkImage({ id }: Network): Promise<string | undefined> {
  const { networkSvgs } = await loadModule(() => import('./networkImages.generated.js'))
  const svg = networkSvgs[Number(id)]
  return svg && `data:image/svg+xml,${encodeURIComponent(svg)}`
}
