import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { fetchTransferFee } from '../transfers/fetchTransferFee.js'
import { setSendStep } from './setSendStep.js'
import { type SendState, sendKeys } from './state.js'
import { toSendFault } from './toSendFault.js'
import { toSendTransfer } from './toSendTransfer.js'

/** Reads what a transfer costs that is looked at before it is sent. Never rejects. */
export async function readSendFee(modal: Modal, send: SendState): Promise<void> {
  const transfer = toSendTransfer(send)
  if (!transfer) return
  const attempt = beginAttempt(modal, { key: sendKeys.fee, deadline: deadlines.read })
  try {
    const fee = await attempt.race(fetchTransferFee(modal, transfer, attempt.signal))
    if (attempt.isLatest()) setSendStep(modal, { type: 'feeRead', value: String(fee) }, send.id)
  } catch (cause) {
    const error = toSendFault(cause)
    if (attempt.isLatest()) setSendStep(modal, { type: 'feeFailed', error }, send.id)
  } finally {
    attempt.end()
  }
}
