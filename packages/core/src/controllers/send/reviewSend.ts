import type { Modal } from '../../modal.js'
import { push } from '../router/navigate.js'
import { getSendProblem } from './getSendProblem.js'
import { loadSending } from './loadSending.js'
import { setSend } from './setSend.js'
import { toSendFault } from './toSendFault.js'

/** Shows what will be sent, and asks what it costs. Does nothing while something is wrong with the form. Never rejects. */
export async function reviewSend(modal: Modal): Promise<void> {
  if (getSendProblem(modal.getState())) return
  const send = setSend(modal, { type: 'reviewed' })
  if (send?.step !== 'preview') return
  push(modal, { view: 'WalletSendPreview', params: undefined })
  try {
    const { readSendFee } = await loadSending()
    const current = modal.getState().send
    // who has left it meanwhile asks for nothing
    if (current?.id === send.id && current.step === 'preview') await readSendFee(modal, current)
  } catch (cause) {
    setSend(modal, { type: 'feeFailed', error: await toSendFault(cause) }, send.id)
  }
}
