import { ModalClosedError } from '../../errors/connection.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { nameFault } from '../../errors/nameFault.js'
import { TransferFailedError } from '../../errors/transfer.js'
import { internals, type Modal } from '../../modal.js'
import { confirmTransaction } from '../connection/confirmTransaction.js'
import { getConnection } from '../connection/getConnection.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { refreshHoldings } from '../portfolio/refreshHoldings.js'
import { toFault } from '../send/toFault.js'
import { toSendFault } from '../send/toSendFault.js'
import { sendTransfer } from '../transfers/sendTransfer.js'
import type { Transfer } from '../transfers/transfer.js'
import { getPayProblem } from './getPayProblem.js'
import { setPay } from './setPay.js'
import type { RunningPayment } from './state.js'
import { toPayTransfer } from './toPayTransfer.js'

/**
 * Has the wallet pay, on the network of what was chosen, and waits until the network has it: `pay` of the app settles with that. A
 * wallet that stays on its network leaves the choice as it is. The wallet is asked to pay once. Never rejects.
 */
export async function submitPay(modal: Modal): Promise<void> {
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
    setPay(modal, { type: 'refused', error: await toSendFault(cause) }, pay.id)
    // who has closed the modal meanwhile does not choose again
    if (!modal.getState().modal.open) payment.reject(new ModalClosedError({ cause }))
    return
  }
  let hash: string
  try {
    hash = await sendTransfer(modal, transfer)
  } catch (cause) {
    fail(modal, payment, await toRefusal(modal, cause))
    return
  }
  setPay(modal, { type: 'sent', hash }, pay.id)
  await confirm(modal, { transfer, payment, hash })
}

type Sent = { readonly transfer: Transfer; readonly payment: RunningPayment; readonly hash: string }

async function confirm(modal: Modal, { transfer, payment, hash }: Sent): Promise<void> {
  const { caipNetworkId, namespace } = transfer
  try {
    const outcome = await confirmTransaction(modal, { caipNetworkId, id: hash })
    if (outcome.status !== 'confirmed') {
      fail(modal, payment, new TransferFailedError({ outcome }))
      return
    }
    setPay(modal, { type: 'confirmed' }, payment.id)
    payment.resolve({ hash, caipNetworkId })
  } catch (cause) {
    const error = await nameFault(cause)
    setPay(modal, { type: 'timedOut', error: toFault(error) }, payment.id)
    payment.reject(error)
    return
  }
  await refreshHoldings(modal, namespace).catch(modal[internals].warn)
}

function fail(modal: Modal, payment: RunningPayment, error: LatchkeyError): void {
  setPay(modal, { type: 'failed', error: toFault(error) }, payment.id)
  payment.reject(error)
}

/** Who has closed the modal and then says no in the wallet has left, and nothing more. */
async function toRefusal(modal: Modal, cause: unknown): Promise<LatchkeyError> {
  const error = await nameFault(cause)
  const isLeft = !modal.getState().modal.open
  const isRefusal = ['USER_REJECTED', 'REQUEST_ABORTED', 'ABORTED'].includes(error.code)
  return isLeft && isRefusal ? new ModalClosedError({ cause }) : error
}
