import type { Modal } from '../../modal.js'
import { close } from './close.js'
import { pop } from './navigate.js'

/** Shows the view before this one; with none before, closes the modal. [S2.12] */
export function goBack(modal: Modal): void {
  if (!pop(modal)) close(modal)
}
