import type { Modal } from '../../modal.js'
import { reduceSendStep, type SendStepEvent } from './reduceSendStep.js'
import type { SendState } from './state.js'
import { updateSend } from './updateSend.js'

/** Tells the transfer what became of it; with `id` only that one. Gives what it then is. */
export function setSendStep(modal: Modal, event: SendStepEvent, id?: number | undefined): SendState | undefined {
  return updateSend(modal, (send) => send && reduceSendStep(send, event), id)
}
