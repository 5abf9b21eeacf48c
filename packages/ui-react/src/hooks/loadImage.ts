import { internals, type Network } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'

/** Images that a modal remembers; the oldest are dropped. */
const maxImages = 300

export type ImageRequest = {
  /** Identifies the image in the memory of the modal. */
  readonly key: string
  readonly load: (modal: UiModal) => Promise<string | undefined>
}

/** Loads an image URL into the memory of the modal, and returns it. Undefined if there is none. Never rejects. */
export async function loadImage(modal: UiModal, key: string, load: ImageRequest['load']): Promise<string | undefined> {
  const { images } = modal.ui
  const src = images.get(key) ?? (await load(modal).catch(() => undefined)) // shown without it
  if (src) images.set(key, src)
  for (const oldest of images.keys()) {
    if (images.size <= maxImages) break
    images.delete(oldest)
  }
  return src
}

/**
 * The image of a network in place of the app's own: that of a service or an adapter, else its logo. Services and adapters are
 * asked once the modal is ready.
 */
export function toNetworkImageRequest(network: Network, isReady: boolean): ImageRequest {
  const { caipNetworkId, assets } = network
  return {
    key: `network ${caipNetworkId} ${assets?.imageId} ${isReady}`,
    async load(modal) {
      const { fetchNetworkImage } = await modal[internals].load.images()
      return fetchNetworkImage(modal, { ...network, assets: { ...assets, imageUrl: undefined } })
    },
  }
}
