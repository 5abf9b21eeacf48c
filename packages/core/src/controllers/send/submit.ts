import { ModalClosedError } from '../../errors/connection.js'
import { AbortedError } from '../../errors/LatchkeyError.js'
import { OutcomeUnknownError } from '../../errors/transfer.js'
import { abortAttempt, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { parseAmount } from '../../utils/amounts.js'
import type { Namespace } from '../../utils/caip.js'
import { switchNetwork } from '../network/switch.js'
import { refreshHoldings } from '../portfolio/portfolio.js'
import { track } from '../shell/events.js'
import { open, push } from '../shell/router.js'
import type { Views } from '../shell/state.js'
import { getAtomicHolding } from '../transfers/holding.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import { resumeTransfers, type SendingStep } from '../transfers/trackSending.js'
import { sendTransfer } from '../transfers/transfer.js'
import { getSendFormProblem, type SendFormProblem, withSending } from './form.js'
import { readSendFee, setSendStep, toSendFault, toSendTransfer } from './lookups.js'
import { type SendState, type SendStepEvent, type SentTransfer, sendKeys, sendWait, toFault } from './state.js'

/** What `open` is given to have the visitor send something, and to hear of it. */
export type SendRequest = {
  readonly view: 'WalletSend'
  readonly arguments: NonNullable<Views['WalletSend']>
  readonly namespace?: Namespace | undefined
}

/**
 * Opens the form of a transfer, filled in with what the app gives, which the visitor sees and cannot change. Resolves as soon as the
 * wallet has sent it, or it was found on the network: whether the network takes it is shown to the visitor, and is to be asked of the network by the hash. Who closes
 * the modal while the wallet is being asked may still agree there: the promise waits for what the wallet says.
 *
 * Throws `MODAL_CLOSED` where the visitor leaves without sending, `ABORTED` where another view or the end of the modal takes the place
 * of the form, `OUTCOME_UNKNOWN` where it may have been sent and was not found, `TIMED_OUT` after an hour, and what `open` throws.
 */
export async function requestSend(modal: Modal, request: SendRequest): Promise<SentTransfer> {
  // a copy: the transfer that it leads to is known by it
  const wish = { ...request.arguments }
  open(modal, { ...request, arguments: wish })
  const attempt = beginAttempt(modal, { deadline: sendWait })
  let stop: (() => void) | undefined
  try {
    return await attempt.race(
      new Promise<SentTransfer>((resolve, reject) => {
        const check = ({ send, modal: { open: isOpen }, router }: ModalState): void => {
          const own = send?.wish === wish ? send : undefined
          if (own?.hash !== undefined) resolve({ hash: own.hash })
          else if (own?.step === 'sending' || own?.step === 'looking') return
          else if (own?.step === 'lost') reject(new OutcomeUnknownError({ details: own.error?.message }))
          else if (!isOpen) reject(new ModalClosedError({ details: own?.error?.message }))
          else if (!router.stack.some(({ params }) => params === wish))
            reject(new AbortedError({ details: 'Another view took the place of the form.' }))
        }
        stop = modal.subscribe(check)
      }),
    )
  } finally {
    stop?.()
    attempt.end()
  }
}

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

/** What stands in the way of sending: what is wrong with the form, then with the fee. */
export type SendProblem =
  | SendFormProblem
  /** The preview: an earlier transaction of the account may or may not have been sent. */
  | 'earlier'
  /** The preview: the fee is not known yet, or cannot be. */
  | 'noFee'
  /** The preview: there is too little for the amount and the fee together, or for the fee. */
  | 'noFeeMoney'

/** The first problem of a transfer, or undefined. */
export function getSendProblem(state: ModalState): SendProblem | undefined {
  const { send } = state
  const isEarlier = send?.step === 'preview' && hasUncertainTransfer(state, send)
  return getSendFormProblem(state) ?? (isEarlier ? 'earlier' : getFeeProblem(state))
}

/** Of a preview. A smart account may have its fee paid by others. */
function getFeeProblem(state: ModalState): SendProblem | undefined {
  const { send } = state
  if (send?.step !== 'preview') return undefined
  const { namespace, caipNetworkId, token, fee } = send
  if (fee.status !== 'ready') return 'noFee'
  const native = getAtomicHolding(state, namespace, { caipNetworkId })
  const entry = state.namespaces[namespace]
  const isSmart =
    entry?.connection.status === 'connected' && entry.connection.connection.accounts[0].type === 'smartAccount'
  if (native === undefined || isSmart) return undefined
  const amount = token && token.address === undefined ? parseAmount(send.amount, token.decimals) : undefined
  return BigInt(fee.value) + (amount ?? 0n) > native ? 'noFeeMoney' : undefined
}

/** Back to the form, as it was filled in. */
export function leaveSendPreview(modal: Modal): void {
  abortAttempt(modal, sendKeys.fee)
  setSendStep(modal, { type: 'left' })
}
