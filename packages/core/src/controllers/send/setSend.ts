import type { Modal } from '../../modal.js'
import { reduceSend, type SendEvent } from './reduceSend.js'
import type { SendState } from './state.js'
import { updateSend } from './updateSend.js'

/** Tells the form of the transfer what happened; with `id` only that one. Gives what it then is. */
export function setSend(modal: Modal, event: SendEvent, id?: number | undefined): SendState | undefined {
  return updateSend(modal, (send) => reduceSend(send, event), id)
}
