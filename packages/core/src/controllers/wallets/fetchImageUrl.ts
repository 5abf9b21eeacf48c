import type { Modal } from '../../modal.js'
import { fetchListImage } from './fetchListImage.js'
import type { ListImage } from './source.js'

/** An image of the list's service as data URL, which needs nobody to let go of it; undefined where there is none. */
export async function fetchImageUrl(modal: Modal, image: ListImage): Promise<string | undefined> {
  const blob = await fetchListImage(modal, image)
  if (!blob) return undefined
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return `data:${blob.type};base64,${btoa(text)}`
}
