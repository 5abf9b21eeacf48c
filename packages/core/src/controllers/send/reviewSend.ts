import { beginAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { deadlines } from '../connection/state.js'
import { push } from '../router/navigate.js'
import { fetchTransferFee } from '../transfers/fetchTransferFee.js'
import { getSendProblem } from './getSendProblem.js'
import { setSend } from './setSend.js'
import { sendKeys } from './state.js'
import { toSendFault } from './toSendFault.js'
import { toSendTransfer } from './toSendTransfer.js'

/** Shows what will be sent, and asks what it costs. Does nothing while something is wrong with the form. Never rejects. */
export async function reviewSend(modal: Modal): Promise<void> {
  if (getSendProblem(modal.getState())) return
  const send = setSend(modal, { type: 'reviewed' })
  const transfer = send?.step === 'preview' ? toSendTransfer(send) : undefined
  if (!send || !transfer) return
  push(modal, { view: 'WalletSendPreview', params: undefined })
  const attempt = beginAttempt(modal, { key: sendKeys.fee, deadline: deadlines.read })
  try {
    const fee = await attempt.race(fetchTransferFee(modal, transfer, attempt.signal))
    if (attempt.isLatest()) setSend(modal, { type: 'feeRead', value: String(fee) }, send.id)
  } catch (cause) {
    if (attempt.isLatest()) setSend(modal, { type: 'feeFailed', error: toSendFault(cause) }, send.id)
  } finally {
    attempt.end()
  }
}
