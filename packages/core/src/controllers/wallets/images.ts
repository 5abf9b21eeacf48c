import { assertStarted, beginAttempt, isCoolingDown, startCooldown } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { ListImage } from './memory.js'
import { getWalletMemory } from './source.js'
import { type WalletListing, walletDelays } from './state.js'

/** Maximum number of images in memory. */
const maxImages = 200

/** Milliseconds until a failed image is requested again. */
const retryDelay = 30_000

/**
 * Returns the image of a wallet of the list, for image elements; undefined if there is none, or if it didn't load
 * within two seconds [S9.15]. Never rejects: the UI shows a placeholder made of the name.
 */
export async function fetchWalletImage(
  modal: Modal,
  { wallet }: { readonly wallet: Pick<WalletListing, 'image_id'> },
): Promise<Blob | undefined> {
  assertStarted(modal)
  return wallet.image_id === undefined ? undefined : fetchListImage(modal, { kind: 'wallet', id: wallet.image_id })
}

/**
 * Returns an image of the list's service as a data URL, which doesn't have to be revoked; undefined if there is none.
 */
export async function fetchImageUrl(modal: Modal, image: ListImage): Promise<string | undefined> {
  const blob = await fetchListImage(modal, image)
  if (!blob) return undefined
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return `data:${blob.type};base64,${btoa(text)}`
}

/**
 * Returns an image of the list; undefined if there is none, or if it didn't load within two seconds [S9.15]. Keeps the
 * two hundred most recently used images.
 */
async function fetchListImage(modal: Modal, image: ListImage): Promise<Blob | undefined> {
  const key = `${image.kind}:${image.id}`
  if (isCoolingDown(modal, `image:${key}`)) return undefined
  const { images } = getWalletMemory(modal)
  const reading = images.get(key) ?? readImage(modal, image, key)
  // re-inserted, so that the least recently used image is dropped first
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
  const attempt = beginAttempt(modal, { timeout: walletDelays.image })
  try {
    const source = await attempt.race(loadSource())
    return await attempt.race(source.fetchImage({ ...image, signal: attempt.signal }))
  } catch {
    // any failure: the user sees a placeholder, and nothing is lost
    images.delete(key)
    if (!modal[internals].signal.aborted) startCooldown(modal, `image:${key}`, retryDelay)
    return undefined
  } finally {
    attempt.end()
  }
}
