import type { CaipNetworkId, Namespace, Network } from '@latchkey/core'
import { isOffered } from '../policy/supportedNetworks.js'

export type NetworkWishes = {
  readonly namespace: Namespace
  /** In this order. */
  readonly wishes: readonly (CaipNetworkId | null | undefined)[]
}

/** Where nobody has been before. [S4.34] */
const firstChain = 'eip155:1'

/**
 * The networks of the app in a chain family that a frame may know, each once: what was wished for, then chain 1, then all
 * others in the app's order. [S4.34] [S7.31]
 */
export function listNetworks(
  networks: readonly Network[],
  { namespace, wishes }: NetworkWishes,
): readonly CaipNetworkId[] {
  const own = networks
    .filter((network) => network.chainNamespace === namespace && isOffered(network))
    .map(({ caipNetworkId }) => caipNetworkId)
  const wanted = [...wishes, firstChain].filter((id) => own.some((known) => known === id)) as CaipNetworkId[]
  return [...new Set([...wanted, ...own])]
}
