import { internals, type Modal } from '../../modal.js'
import type { Network } from '../../network.js'

/** An image URL for a network: its own, else the adapter's; undefined where neither has one. Asks no service. */
export async function fetchNetworkImage(modal: Modal, network: Network): Promise<string | undefined> {
  if (network.assets?.imageUrl) return network.assets.imageUrl
  return modal[internals].adapters.get(network.chainNamespace)?.features['network:image']?.({ network })
}
