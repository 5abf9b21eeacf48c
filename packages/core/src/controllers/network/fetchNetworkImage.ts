import { internals, type Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import { fetchImageUrl } from '../wallets/fetchImageUrl.js'

/**
 * An image URL for a network: its own, else the image that `services.wallets` has for its `imageId`, as data URL, else its
 * adapter's; undefined where nobody has one. No other service is asked.
 */
export async function fetchNetworkImage(modal: Modal, network: Network): Promise<string | undefined> {
  const { adapters, options } = modal[internals]
  const { imageId, imageUrl } = network.assets ?? {}
  if (imageUrl) return imageUrl
  if (imageId && options.services.wallets && modal.getState().status === 'ready') {
    const found = await fetchImageUrl(modal, { kind: 'asset', id: imageId })
    if (found) return found
  }
  return adapters.get(network.chainNamespace)?.features['network:image']?.({ network })
}
