import { internals, type Modal } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import { track } from '../events/track.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { refreshHoldings } from '../portfolio/refreshHoldings.js'
import { sendTransfer } from '../transfers/sendTransfer.js'
import { resumeTransfers, type SendingStep } from '../transfers/trackSending.js'
import { getSendProblem } from './getSendProblem.js'
import { readSendFee } from './readSendFee.js'
import type { SendStepEvent } from './reduceSendStep.js'
import { setSendStep } from './setSendStep.js'
import type { SendState } from './state.js'
import { toFault } from './toFault.js'
import { toSendFault } from './toSendFault.js'
import { toSendTransfer } from './toSendTransfer.js'
import { withSending } from './withSending.js'

/**
 * Has the wallet send what the preview shows, and waits until the network has it; then what the account holds is read anew. One
 * press sends once: while something is under way this does nothing. Only where the wallet clearly refused does the preview stay, to be tried
 * again. After any other failure `send` is `looking`, while the network is searched for the transaction: it ends as `confirming`, as `void`
 * where it can't go through any more, or as `lost`. Never rejects.
 */
export async function submitSend(modal: Modal): Promise<void> {
  resumeTransfers(modal)
  const { send } = modal.getState()
  const transfer = send && toSendTransfer(send)
  if (send?.step !== 'preview' || !transfer || getSendProblem(modal.getState())) return
  if (setSendStep(modal, { type: 'sending' }, send.id)?.step !== 'sending') return
  try {
    await goToNetwork(modal, send)
  } catch (cause) {
    const error = toSendFault(cause)
    track(modal, 'SEND_ERROR', { ...toProperties(send), code: error.code, message: error.message })
    setSendStep(modal, { type: 'refused', error }, send.id)
    return
  }
  let refreshing: Promise<unknown> | undefined
  await sendTransfer(modal, { ...transfer, kind: 'send' }, (step) => {
    report(modal, send, step)
    if (step.type === 'confirmed' || step.type === 'failed')
      refreshing = refreshHoldings(modal, transfer.namespace).catch(modal[internals].warn)
    return setSendStep(modal, toEvent(step), send.id) !== undefined
  })
  await refreshing
}

/** Back to the preview of a transfer that can't go through any more, to be sent again. Never rejects. */
export async function sendAgain(modal: Modal): Promise<void> {
  const send = setSendStep(modal, { type: 'again' })
  if (send?.step !== 'preview' || send.fee.status !== 'loading') return
  await withSending(
    () => readSendFee(modal, send),
    (error) => setSendStep(modal, { type: 'feeFailed', error }, send.id),
  )
}

/** A network that `open` has named. One that was left meanwhile is not gone back to: what is shown has to hold. */
async function goToNetwork(modal: Modal, { namespace, caipNetworkId, wish }: SendState): Promise<void> {
  const isGiven = wish && 'caipNetworkId' in wish && wish.caipNetworkId === caipNetworkId
  if (isGiven && getConnection(modal.getState(), namespace)?.caipNetworkId !== caipNetworkId)
    await switchNetwork(modal, { network: caipNetworkId })
}

function toEvent(step: SendingStep): SendStepEvent {
  switch (step.type) {
    case 'unsent':
      return { type: 'refused', error: toFault(step.error) }
    case 'lost':
    case 'void':
    case 'unconfirmed':
    case 'failed':
      return { type: step.type, error: toFault(step.error) }
    default:
      return step
  }
}

function report(modal: Modal, send: SendState, step: SendingStep): void {
  const properties = toProperties(send)
  if (step.type === 'confirmed') track(modal, 'SEND_SUCCESS', { ...properties, hash: step.hash })
  if (step.type !== 'unsent' && step.type !== 'failed' && step.type !== 'lost' && step.type !== 'void') return
  const { code, shortMessage: message } = step.error
  track(modal, 'SEND_ERROR', { ...properties, code, message })
}

function toProperties({ caipNetworkId, token }: SendState) {
  return { network: caipNetworkId, symbol: token?.symbol ?? '' }
}
