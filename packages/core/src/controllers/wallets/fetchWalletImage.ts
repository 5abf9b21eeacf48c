import { beginAttempt } from '../../attempts.js'
import { isCoolingDown, startCooldown } from '../../cooldowns.js'
import { internals, type Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getWalletMemory } from './getWalletMemory.js'
import { type WalletListing, walletDelays } from './state.js'

/** How many images are kept. */
const mostImages = 200
/** Milliseconds until an image that did not come is asked for again. */
const retryAfter = 30_000

/**
 * The image of a wallet of the list, for an image element; undefined where there is none, or none that came within two
 * seconds [S9.15]. Never rejects: a mark made of the name stands in.
 */
export async function fetchWalletImage(
  modal: Modal,
  { wallet }: { readonly wallet: Pick<WalletListing, 'image_id'> },
): Promise<Blob | undefined> {
  assertStarted(modal)
  const { image_id: id } = wallet
  if (id === undefined || isCoolingDown(modal, `wallet-image:${id}`)) return undefined
  const { images } = getWalletMemory(modal)
  const reading = images.get(id) ?? readImage(modal, id)
  // the one asked for last is the last to be forgotten
  images.delete(id)
  images.set(id, reading)
  for (const oldest of images.keys()) {
    if (images.size <= mostImages) break
    images.delete(oldest)
  }
  return reading
}

async function readImage(modal: Modal, id: string): Promise<Blob | undefined> {
  const { images, loadSource } = getWalletMemory(modal)
  const attempt = beginAttempt(modal, { deadline: walletDelays.image })
  try {
    const { fetchImage } = await attempt.race(loadSource())
    return await attempt.race(fetchImage?.({ id, signal: attempt.signal }) ?? Promise.resolve(undefined))
  } catch {
    // whatever it was: the visitor sees the mark, and nothing is lost
    images.delete(id)
    if (!modal[internals].signal.aborted) startCooldown(modal, `wallet-image:${id}`, retryAfter)
    return undefined
  } finally {
    attempt.end()
  }
}
