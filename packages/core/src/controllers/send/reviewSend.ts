import type { Modal } from '../../modal.js'
import { push } from '../router/navigate.js'
import { getSendFormProblem } from './getSendFormProblem.js'
import { readSendFee } from './readSendFee.js'
import { setSendStep } from './setSendStep.js'
import { withSending } from './withSending.js'

/** Shows what will be sent, and asks what it costs. Does nothing while something is wrong with the form. Never rejects. */
export async function reviewSend(modal: Modal): Promise<void> {
  const state = modal.getState()
  if (state.send?.step !== 'form' || getSendFormProblem(state)) return
  const send = setSendStep(modal, { type: 'reviewed' })
  if (send?.step !== 'preview') return
  push(modal, { view: 'WalletSendPreview', params: undefined })
  await withSending(
    async () => {
      const current = modal.getState().send
      // who has left it meanwhile asks for nothing
      if (current?.id === send.id && current.step === 'preview') await readSendFee(modal, current)
    },
    (error) => setSendStep(modal, { type: 'feeFailed', error }, send.id),
  )
}
