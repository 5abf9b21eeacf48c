import type { Network } from '../../contracts/network.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { Token } from '../../service/blockchain/types.js'
import { loadModule } from '../../utils/loadModule.js'

/**
 * Returns an image URL for a network: its own, else the image of `services.wallets` for its `imageId` as a data URL,
 * else the adapter's for the network, else the logo of a well-known network as a data URL, else the adapter's for the
 * namespace. Undefined if there is none. Contacts no other service.
 */
export async function fetchNetworkImage(modal: Modal, network: Network): Promise<string | undefined> {
  const { adapters, options } = modal[internals]
  const { imageId, imageUrl } = network.assets ?? {}
  if (imageUrl) return imageUrl
  if (imageId && options.services.wallets && modal.getState().status === 'ready') {
    const { fetchImageUrl } = await modal[internals].load.wallets()
    const found = await fetchImageUrl(modal, { kind: 'asset', id: imageId })
    if (found) return found
  }
  const { chainNamespace: namespace, caipNetworkId } = network
  const own = await adapters.get(namespace)?.features['network:image']?.({ network })
  if (own) return own
  const { findNetworkMark } = await loadModule(() => import('../../marks/networks.js'))
  const plugin = modal.adapters.find((item) => item.kind === 'chain' && item.namespace === namespace)
  return (
    toImageUrl(await findNetworkMark(caipNetworkId)) ?? (plugin?.kind === 'chain' ? plugin.display?.icon : undefined)
  )
}

/**
 * Returns the logo of a well-known token as a data URL. A token is known by its network and contract, never by its
 * symbol, which anyone can copy. The native currency of another network has the image of its network. Undefined if
 * there is none.
 */
export async function fetchTokenImage(
  modal: Modal,
  { caipNetworkId, address }: Pick<Token, 'caipNetworkId' | 'address'>,
): Promise<string | undefined> {
  const { findTokenMark } = await loadModule(() => import('../../marks/tokens.js'))
  const mark = toImageUrl(findTokenMark(caipNetworkId, address))
  if (mark || address !== undefined) return mark
  const network = modal.getState().networks.find((known) => known.caipNetworkId === caipNetworkId)
  return network && fetchNetworkImage(modal, network)
}

function toImageUrl(svg: string | undefined): string | undefined {
  return svg && `data:image/svg+xml,${encodeURIComponent(svg)}`
}
