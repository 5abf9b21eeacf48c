import { assertStarted, beginAttempt, isCoolingDown, startCooldown } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { ListImage } from './memory.js'
import { getWalletMemory } from './source.js'
import { type WalletListing, walletDelays } from './state.js'

/**
 * The image of a wallet of the list, for an image element; undefined where there is none, or none that came within two
 * seconds [S9.15]. Never rejects: a mark made of the name stands in.
 */
export async function fetchWalletImage(
  modal: Modal,
  { wallet }: { readonly wallet: Pick<WalletListing, 'image_id'> },
): Promise<Blob | undefined> {
  assertStarted(modal)
  return wallet.image_id === undefined ? undefined : fetchListImage(modal, { kind: 'wallet', id: wallet.image_id })
}

/** How many images are kept. */
const maxImages = 200

/** Milliseconds until an image that did not come is asked for again. */
const retryDelay = 30_000

/**
 * An image of the list; undefined where there is none, or none that came within two seconds [S9.15]. The two
 * hundred that were asked for last are kept.
 */
async function fetchListImage(modal: Modal, image: ListImage): Promise<Blob | undefined> {
  const key = `${image.kind}:${image.id}`
  if (isCoolingDown(modal, `image:${key}`)) return undefined
  const { images } = getWalletMemory(modal)
  const reading = images.get(key) ?? readImage(modal, image, key)
  // the one asked for last is the last to be forgotten
  images.delete(key)
  images.set(key, reading)
  for (const oldest of images.keys()) {
    if (images.size <= maxImages) break
    images.delete(oldest)
  }
  return reading
}

async function readImage(modal: Modal, image: ListImage, key: string): Promise<Blob | undefined> {
  const { images, loadSource } = getWalletMemory(modal)
  const attempt = beginAttempt(modal, { deadline: walletDelays.image })
  try {
    const source = await attempt.race(loadSource())
    return await attempt.race(source.fetchImage({ ...image, signal: attempt.signal }))
  } catch {
    // whatever it was: the visitor sees a mark made of the name, and nothing is lost
    images.delete(key)
    if (!modal[internals].signal.aborted) startCooldown(modal, `image:${key}`, retryDelay)
    return undefined
  } finally {
    attempt.end()
  }
}

/** An image of the list's service as data URL, which needs nobody to let go of it; undefined where there is none. */
export async function fetchImageUrl(modal: Modal, image: ListImage): Promise<string | undefined> {
  const blob = await fetchListImage(modal, image)
  if (!blob) return undefined
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return `data:${blob.type};base64,${btoa(text)}`
}
