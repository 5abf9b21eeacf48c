import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { toSendFault } from '../send/toSendFault.js'
import { fetchTransferFee } from '../transfers/fetchTransferFee.js'
import { setPay } from './setPay.js'
import { payKeys } from './state.js'
import { toPayTransfer } from './toPayTransfer.js'

/**
 * Asks what the payment costs beside its amount, once a wallet is connected. An answer for what was chosen before is dropped. Never
 * rejects.
 */
export async function fetchPayFee(modal: Modal): Promise<void> {
  const state = modal.getState()
  const { pay } = state
  const transfer = pay && toPayTransfer(state, pay)
  if (pay?.step !== 'choice' || !transfer) return
  const attempt = beginAttempt(modal, { key: payKeys.fee, deadline: deadlines.read })
  setPay(modal, { type: 'feeAsked' }, pay.id)
  try {
    const fee = await attempt.race(fetchTransferFee(modal, transfer, attempt.signal))
    if (attempt.isLatest()) setPay(modal, { type: 'feeRead', value: String(fee) }, pay.id)
  } catch (cause) {
    const error = toSendFault(cause)
    if (attempt.isLatest()) setPay(modal, { type: 'feeFailed', error }, pay.id)
  } finally {
    attempt.end()
  }
}
