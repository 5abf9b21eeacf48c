import { ModalClosedError } from '../../errors/connection.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { OutcomeUnknownError } from '../../errors/transfer.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { switchNetwork } from '../network/switch.js'
import { refreshHoldings } from '../portfolio/portfolio.js'
import { toSendError } from '../send/state.js'
import { resumeTransfers, type SendingStep } from '../transfers/sendAndTrack.js'
import type { Transfer } from '../transfers/state.js'
import { sendTransfer } from '../transfers/transfer.js'
import { fetchPayFee, getPayProblem, setPay, toPayTransfer } from './pay.js'
import type { RunningPayment } from './state.js'

/**
 * Sends the payment with the wallet, on the network of the chosen option, and waits for the network; then the app's
 * `pay` settles. Returns to the choice, with an error, if the wallet does not switch the network or the user declines. Requests the payment once: if the
 * wallet fails without a clear refusal, the network is searched for the payment. Never rejects.
 */
export async function submitPay(modal: Modal): Promise<void> {
  resumeTransfers(modal)
  const state = modal.getState()
  const { pay } = state
  const { payment } = modal[internals]
  const transfer = pay && toPayTransfer(state, pay)
  if (pay?.step !== 'choice' || payment?.id !== pay.id || !transfer || getPayProblem(state)) return
  if (setPay(modal, { type: 'sending' }, pay.id)?.step !== 'sending') return
  payment.refusal = undefined
  const { caipNetworkId, namespace } = transfer
  try {
    if (getConnection(modal.getState(), namespace)?.caipNetworkId !== caipNetworkId)
      await switchNetwork(modal, { network: caipNetworkId })
  } catch (cause) {
    payment.refusal = toLatchkeyError(cause)
    // with the modal closed, the user can't retry
    if (!modal.getState().modal.open) payment.reject(new ModalClosedError({ cause }))
    setPay(modal, { type: 'refused', error: toSendError(cause) }, pay.id)
    return
  }
  let refreshing: Promise<unknown> | undefined
  await sendTransfer(modal, { ...transfer, kind: 'pay' }, (step) => {
    if (step.type === 'confirmed') refreshing = refreshHoldings(modal, namespace).catch(modal[internals].warn)
    return handleStep(modal, { transfer, payment }, step)
  })
  await refreshing
}

/** Returns to the choice for a payment that wasn't sent or can't go through any more, to retry it. Never rejects. */
export async function retryPay(modal: Modal): Promise<void> {
  if (setPay(modal, { type: 'again' })?.step === 'choice') await fetchPayFee(modal)
}

type PaymentInProgress = { readonly transfer: Transfer; readonly payment: RunningPayment }

/** Shows a step and settles the app's promise at the end. Returns whether the user sees it. */
function handleStep(modal: Modal, { transfer, payment }: PaymentInProgress, step: SendingStep): boolean {
  const { id } = payment
  // a retry after the app's promise has settled would be a payment that the app doesn't learn of
  const isAwaited = modal[internals].payment === payment
  switch (step.type) {
    case 'unsent': {
      if (isAwaited && modal.getState().modal.open && canRetry(step.error)) {
        payment.refusal = step.error
        return setPay(modal, { type: 'refused', error: toSendError(step.error) }, id) !== undefined
      }
      const error = toRefusal(modal, step.error)
      payment.reject(error)
      return setPay(modal, { type: 'failed', error: toSendError(error) }, id) !== undefined
    }
    case 'failed':
      payment.reject(step.error)
      return setPay(modal, { type: 'failed', error: toSendError(step.error) }, id) !== undefined
    case 'lost':
      payment.reject(step.error)
      return setPay(modal, { type: 'lost', error: toSendError(step.error) }, id) !== undefined
    case 'unconfirmed': {
      const { hash, error } = step
      payment.reject(new OutcomeUnknownError({ cause: error, details: hash }))
      return setPay(modal, { type: 'timedOut', error: toSendError(error) }, id) !== undefined
    }
    case 'void': {
      if (!isAwaited) return setPay(modal, { type: 'failed', error: toSendError(step.error) }, id) !== undefined
      // with the modal closed, the user can't retry
      if (!modal.getState().modal.open) payment.reject(new ModalClosedError({ cause: step.error }))
      return setPay(modal, { type: 'void', error: toSendError(step.error) }, id) !== undefined
    }
    case 'confirmed':
      payment.resolve({ hash: step.hash, caipNetworkId: transfer.caipNetworkId })
      return setPay(modal, step, id) !== undefined
    default:
      return setPay(modal, step, id) !== undefined
  }
}

/** Whether the same account can pay at another attempt. */
function canRetry({ code }: LatchkeyError): boolean {
  return code !== 'ACCOUNT_CHANGED' && code !== 'NOT_CONNECTED'
}

/** A refusal in the wallet after closing the modal counts as leaving. */
function toRefusal(modal: Modal, error: LatchkeyError): LatchkeyError {
  const isRefusal = ['USER_REJECTED', 'REQUEST_ABORTED', 'ABORTED'].includes(error.code)
  return isRefusal && !modal.getState().modal.open ? new ModalClosedError({ cause: error }) : error
}
