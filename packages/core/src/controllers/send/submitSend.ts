import { TransferFailedError } from '../../errors/transfer.js'
import { internals, type Modal } from '../../modal.js'
import { confirmTransaction } from '../connection/confirmTransaction.js'
import { getConnection } from '../connection/getConnection.js'
import { track } from '../events/track.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { refreshHoldings } from '../portfolio/refreshHoldings.js'
import { sendTransfer } from '../transfers/sendTransfer.js'
import type { Transfer } from '../transfers/transfer.js'
import { getSendProblem } from './getSendProblem.js'
import { setSendStep } from './setSendStep.js'
import type { SendState } from './state.js'
import { toFault } from './toFault.js'
import { toSendFault } from './toSendFault.js'
import { toSendTransfer } from './toSendTransfer.js'

/**
 * Has the wallet send what the preview shows, and waits until the network has it; then what the account holds is read anew. One
 * press sends once: while something is under way this does nothing. What fails is in the state: before the wallet has sent it the
 * preview stays, to be tried again; where nobody knows what became of it `send` stays `confirming`, and has the error. Never rejects.
 */
export async function submitSend(modal: Modal): Promise<void> {
  const { send } = modal.getState()
  const transfer = send && toSendTransfer(send)
  if (send?.step !== 'preview' || !transfer || getSendProblem(modal.getState())) return
  if (setSendStep(modal, { type: 'sending' }, send.id)?.step !== 'sending') return
  let hash: string
  try {
    await goToNetwork(modal, send)
    hash = await sendTransfer(modal, transfer)
  } catch (cause) {
    const error = await toSendFault(cause)
    track(modal, 'SEND_ERROR', { ...toProperties(send), code: error.code, message: error.message })
    setSendStep(modal, { type: 'refused', error }, send.id)
    return
  }
  setSendStep(modal, { type: 'sent', hash }, send.id)
  await confirm(modal, transfer, send, hash)
}

/** A network that `open` has named. One that was left meanwhile is not gone back to: what is shown has to hold. */
async function goToNetwork(modal: Modal, { namespace, caipNetworkId, wish }: SendState): Promise<void> {
  const isGiven = wish && 'caipNetworkId' in wish && wish.caipNetworkId === caipNetworkId
  if (isGiven && getConnection(modal.getState(), namespace)?.caipNetworkId !== caipNetworkId)
    await switchNetwork(modal, { network: caipNetworkId })
}

async function confirm(modal: Modal, transfer: Transfer, send: SendState, hash: string): Promise<void> {
  const { caipNetworkId, namespace } = transfer
  try {
    const outcome = await confirmTransaction(modal, { caipNetworkId, id: hash })
    if (outcome.status === 'confirmed') {
      track(modal, 'SEND_SUCCESS', { ...toProperties(send), hash })
      setSendStep(modal, { type: 'confirmed' }, send.id)
    } else {
      const error = toFault(new TransferFailedError({ outcome }))
      track(modal, 'SEND_ERROR', { ...toProperties(send), code: error.code, message: error.message })
      setSendStep(modal, { type: 'failed', error }, send.id)
    }
  } catch (cause) {
    // it may still come: sending again would send twice
    setSendStep(modal, { type: 'unconfirmed', error: await toSendFault(cause) }, send.id)
    return
  }
  await refreshHoldings(modal, namespace).catch(modal[internals].warn)
}

function toProperties({ caipNetworkId, token }: SendState) {
  return { network: caipNetworkId, symbol: token?.symbol ?? '' }
}
