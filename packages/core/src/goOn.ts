import type { Begun } from './controllers/connection/goOnWith.js'
import { loadLater } from './loadLater.js'
import type { Modal } from './modal.js'

/** Goes on with what began outside of the modal, which few pages have: its code is loaded for them. */
export async function goOn(modal: Modal, begun: Begun): Promise<void> {
  const later = await loadLater()
  await later.goOn(modal, begun)
}
