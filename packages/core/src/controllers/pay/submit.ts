import { ModalClosedError } from '../../errors/connection.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { OutcomeUnknownError } from '../../errors/transfer.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { switchNetwork } from '../network/switch.js'
import { refreshHoldings } from '../portfolio/portfolio.js'
import { toSendFault } from '../send/lookups.js'
import { toFault } from '../send/state.js'
import type { Transfer } from '../transfers/state.js'
import { resumeTransfers, type SendingStep } from '../transfers/trackSending.js'
import { sendTransfer } from '../transfers/transfer.js'
import { fetchPayFee, getPayProblem, setPay, toPayTransfer } from './pay.js'
import type { RunningPayment } from './state.js'

/**
 * Has the wallet pay, on the network of what was chosen, and waits until the network has it: `pay` of the app settles with that. A
 * wallet that stays on its network leaves the choice as it is. The wallet is asked to pay once: where it fails without a clear refusal, the
 * payment is looked for on the network. Never rejects.
 */
export async function submitPay(modal: Modal): Promise<void> {
  resumeTransfers(modal)
  const state = modal.getState()
  const { pay } = state
  const { payment } = modal[internals]
  const transfer = pay && toPayTransfer(state, pay)
  if (pay?.step !== 'choice' || payment?.id !== pay.id || !transfer || getPayProblem(state)) return
  if (setPay(modal, { type: 'sending' }, pay.id)?.step !== 'sending') return
  const { caipNetworkId, namespace } = transfer
  try {
    if (getConnection(modal.getState(), namespace)?.caipNetworkId !== caipNetworkId)
      await switchNetwork(modal, { network: caipNetworkId })
  } catch (cause) {
    setPay(modal, { type: 'refused', error: toSendFault(cause) }, pay.id)
    // who has closed the modal meanwhile does not choose again
    if (!modal.getState().modal.open) payment.reject(new ModalClosedError({ cause }))
    return
  }
  let refreshing: Promise<unknown> | undefined
  await sendTransfer(modal, { ...transfer, kind: 'pay' }, (step) => {
    if (step.type === 'confirmed') refreshing = refreshHoldings(modal, namespace).catch(modal[internals].warn)
    return show(modal, { transfer, payment }, step)
  })
  await refreshing
}

/** Back to the choice of a payment that can't go through any more, to be paid again. Never rejects. */
export async function payAgain(modal: Modal): Promise<void> {
  if (setPay(modal, { type: 'again' })?.step === 'choice') await fetchPayFee(modal)
}

type Paying = { readonly transfer: Transfer; readonly payment: RunningPayment }

/** Shows what happens, and settles what the app waits for. Returns whether the user sees it. */
function show(modal: Modal, { transfer, payment }: Paying, step: SendingStep): boolean {
  const { id } = payment
  switch (step.type) {
    case 'unsent':
    case 'failed': {
      const error = step.type === 'unsent' ? toRefusal(modal, step.error) : step.error
      payment.reject(error)
      return setPay(modal, { type: 'failed', error: toFault(error) }, id) !== undefined
    }
    case 'lost':
      payment.reject(step.error)
      return setPay(modal, { type: 'lost', error: toFault(step.error) }, id) !== undefined
    case 'unconfirmed': {
      const { hash, error } = step
      payment.reject(new OutcomeUnknownError({ cause: error, details: hash }))
      return setPay(modal, { type: 'timedOut', error: toFault(error) }, id) !== undefined
    }
    case 'void': {
      // who has left does not pay again
      if (!modal.getState().modal.open) payment.reject(new ModalClosedError({ cause: step.error }))
      return setPay(modal, { type: 'void', error: toFault(step.error) }, id) !== undefined
    }
    case 'confirmed':
      payment.resolve({ hash: step.hash, caipNetworkId: transfer.caipNetworkId })
      return setPay(modal, step, id) !== undefined
    default:
      return setPay(modal, step, id) !== undefined
  }
}

/** Who has closed the modal and then says no in the wallet has left, and nothing more. */
function toRefusal(modal: Modal, error: LatchkeyError): LatchkeyError {
  const isRefusal = ['USER_REJECTED', 'REQUEST_ABORTED', 'ABORTED'].includes(error.code)
  return isRefusal && !modal.getState().modal.open ? new ModalClosedError({ cause: error }) : error
}
