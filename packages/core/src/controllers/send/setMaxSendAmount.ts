import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { toDecimal } from '../../utils/toDecimal.js'
import { fetchTransferFee } from '../transfers/fetchTransferFee.js'
import { getAtomicHolding } from '../transfers/getAtomicHolding.js'
import { setSend } from './setSend.js'
import { sendKeys } from './state.js'

/**
 * Makes the amount all that the account has of the token; of the native currency what the fee leaves of it. What the visitor types
 * meanwhile stays. Throws where the fee cannot be told.
 */
export async function setMaxSendAmount(modal: Modal): Promise<void> {
  const { send } = modal.getState()
  const amount = send?.token && getAtomicHolding(modal.getState(), send.namespace, send.token)
  if (!send?.token || amount === undefined) return
  const { id, token, address, receiver } = send
  if (token.address !== undefined || amount === 0n) {
    setSend(modal, { type: 'amountTyped', amount: toDecimal(amount, token.decimals) }, id)
    return
  }
  const attempt = beginAttempt(modal, { key: sendKeys.max, deadline: deadlines.read })
  try {
    // whoever receives it: as long as that is not known, it costs what sending it to oneself does
    const to = receiver.status === 'ready' ? receiver.address : address
    const fee = await attempt.race(fetchTransferFee(modal, { ...send, token: undefined, to, amount }, attempt.signal))
    if (!attempt.isLatest()) return
    const left = amount > fee ? amount - fee : 0n
    setSend(modal, { type: 'amountTyped', amount: toDecimal(left, token.decimals) }, id)
  } catch (cause) {
    if (attempt.isLatest()) throw cause
  } finally {
    attempt.end()
  }
}
