import { ModalClosedError, TimedOutError } from '../../errors/connection.js'
import { AbortedError } from '../../errors/LatchkeyError.js'
import { OutcomeUnknownError } from '../../errors/transfer.js'
import { beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import { parseAmount } from '../../utils/amounts.js'
import type { Namespace } from '../../utils/caip.js'
import { switchNetwork } from '../network/switch.js'
import { refreshHoldings } from '../portfolio/portfolio.js'
import { close, getRoute, open, push, track } from '../shell/actions.js'
import type { Views } from '../shell/state.js'
import { getAtomicHolding, isFeeSponsorable } from '../transfers/holding.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import { resumeTransfers, type SendingStep } from '../transfers/sendAndTrack.js'
import { sendTransfer } from '../transfers/transfer.js'
import { getSendFormProblem, type SendFormProblem } from './form.js'
import { readSendFee, setSendStep, toSendTransfer } from './lookups.js'
import { type SendState, type SendStepEvent, type SentTransfer, sendWait, toSendError } from './state.js'

/** An `open` request for the send view, with preset values. */
export type SendRequest = {
  readonly view: 'WalletSend'
  readonly arguments: NonNullable<Views['WalletSend']>
  readonly namespace?: Namespace | undefined
}

/**
 * Opens the send form with values that the user sees and cannot change. Resolves as soon as the wallet has sent the
 * transfer, or it was found on the network. The UI shows the confirmation; apps can follow it by the hash. If the user
 * closes the modal while a request to the wallet is pending, they can still confirm it there, so the promise stays
 * pending.
 *
 * Throws `MODAL_CLOSED` if the user leaves without sending, `ABORTED` if another view replaces the form or the modal is
 * destroyed, `OUTCOME_UNKNOWN` if it may have been sent and was not found, or if another transfer replaces it while the
 * wallet is asked, `TIMED_OUT` if the user has not sent it within an hour, which closes the form, and what `open` throws.
 */
export async function requestSend(modal: Modal, request: SendRequest): Promise<SentTransfer> {
  // a copy, so that its identity marks the transfer
  const preset = { ...request.arguments }
  open(modal, { ...request, arguments: preset })
  const attempt = beginAttempt(modal, { timeout: sendWait + timeouts.lateAnswer + timeouts.find })
  let stop: (() => void) | undefined
  let cancel: (() => void) | undefined
  try {
    return await attempt.race(
      new Promise<SentTransfer>((resolve, reject) => {
        /** Id of the transfer while the wallet may send it. */
        let asked: number | undefined
        let isLate = false
        const check = ({ send, modal: { open: isOpen }, router }: ModalState): void => {
          const requested = send?.preset === preset ? send : undefined
          const isReplaced = asked !== undefined && requested?.id !== asked
          const isAsked = requested?.step === 'sending' || requested?.step === 'looking'
          const isShown = isOpen && router.stack.some(({ params }) => params === preset)
          asked = isAsked ? requested.id : undefined
          if (isReplaced) reject(new OutcomeUnknownError({ details: 'Another transfer has replaced it.' }))
          else if (requested?.hash !== undefined) resolve({ hash: requested.hash })
          else if (isAsked) return
          else if (requested?.step === 'lost') reject(new OutcomeUnknownError({ details: requested.error?.message }))
          else if (isLate) {
            reject(new TimedOutError({ details: requested?.error?.message }))
            // the app counts on nothing being sent any more
            if (isShown) close(modal, { force: true })
          } else if (!isOpen) reject(new ModalClosedError({ details: requested?.error?.message }))
          else if (!isShown) reject(new AbortedError({ details: 'Another view replaced the form.' }))
        }
        stop = modal.subscribe(check)
        cancel = modal.env.setTimeout(() => {
          isLate = true
          check(modal.getState())
        }, sendWait)
      }),
    )
  } finally {
    stop?.()
    cancel?.()
    attempt.end()
  }
}

/** Shows the preview and reads the fee. Does nothing while the form has a problem. Never rejects. */
export async function reviewSend(modal: Modal): Promise<void> {
  const state = modal.getState()
  if (state.send?.step !== 'form' || getSendFormProblem(state)) return
  const send = setSendStep(modal, { type: 'reviewed' })
  if (send?.step !== 'preview') return
  push(modal, { view: 'WalletSendPreview', params: undefined })
  await readSendFee(modal, send)
}

/**
 * Sends the previewed transfer with the wallet and waits for the network; then refreshes the holdings. Does nothing
 * while a transfer is pending, so that a double click sends once. Stays in the preview for a retry only if the wallet
 * clearly refused. After any other failure `send.step` is `looking` while the network is searched for the transaction,
 * and ends as `confirming`, `void` (can't go through any more) or `lost`. Never rejects.
 */
export async function submitSend(modal: Modal): Promise<void> {
  resumeTransfers(modal)
  const { send } = modal.getState()
  const transfer = send && toSendTransfer(send)
  if (send?.step !== 'preview' || !transfer || getSendProblem(modal.getState())) return
  if (setSendStep(modal, { type: 'sending' }, send.id)?.step !== 'sending') return
  try {
    await switchToPreset(modal, send)
  } catch (cause) {
    const error = toSendError(cause)
    track(modal, 'SEND_ERROR', { ...toProperties(send), code: error.code, message: error.message })
    setSendStep(modal, { type: 'refused', error }, send.id)
    return
  }
  // another transfer has replaced it
  if (modal.getState().send?.id !== send.id) return
  let refreshing: Promise<unknown> | undefined
  await sendTransfer(modal, { ...transfer, kind: 'send' }, (step) => {
    trackStep(modal, send, step)
    if (step.type === 'confirmed' || step.type === 'failed')
      refreshing = refreshHoldings(modal, transfer.namespace).catch(modal[internals].warn)
    const isCurrent = setSendStep(modal, toEvent(step), send.id) !== undefined
    // a success shows in the balance
    return isCurrent && (step.type === 'confirmed' || isShown(modal.getState()))
  })
  await refreshing
}

/** Returns to the preview of a transfer that was refused or can't go through any more, to retry it. Never rejects. */
export async function retrySend(modal: Modal): Promise<void> {
  const send = setSendStep(modal, { type: 'again' })
  if (send?.step !== 'preview' || send.fee.status !== 'loading') return
  await readSendFee(modal, send)
}

/** Problems that prevent sending: those of the form, then those of the preview. */
export type SendProblem =
  | SendFormProblem
  /** It is uncertain whether an earlier transaction of the account was sent. */
  | 'earlier'
  /** The fee is not known (yet). */
  | 'noFee'
  /** The balance does not cover the fee, or the amount and the fee together. */
  | 'insufficientForFee'

/** Returns the first problem of a transfer, or undefined. */
export function getSendProblem(state: ModalState): SendProblem | undefined {
  const { send } = state
  const isEarlier = send?.step === 'preview' && hasUncertainTransfer(state, send)
  return getSendFormProblem(state) ?? (isEarlier ? 'earlier' : getFeeProblem(state))
}

/**
 * Switches to the preset network of the app. Never to another one that the user has left: that fails in
 * `requireSender`.
 */
async function switchToPreset(modal: Modal, { namespace, caipNetworkId, preset }: SendState): Promise<void> {
  const isPreset = preset && 'caipNetworkId' in preset && preset.caipNetworkId === caipNetworkId
  if (isPreset && getConnection(modal.getState(), namespace)?.caipNetworkId !== caipNetworkId)
    await switchNetwork(modal, { network: caipNetworkId })
}

/** Whether the user sees the transfer. */
function isShown(state: ModalState): boolean {
  const { view } = getRoute(state)
  return state.modal.open && (view === 'WalletSend' || view === 'WalletSendPreview')
}

function toEvent(step: SendingStep): SendStepEvent {
  switch (step.type) {
    case 'unsent':
      return { type: 'refused', error: toSendError(step.error) }
    case 'lost':
    case 'void':
    case 'unconfirmed':
    case 'failed':
      return { type: step.type, error: toSendError(step.error) }
    default:
      return step
  }
}

function trackStep(modal: Modal, send: SendState, step: SendingStep): void {
  const properties = toProperties(send)
  if (step.type === 'confirmed') track(modal, 'SEND_SUCCESS', { ...properties, hash: step.hash })
  if (step.type !== 'unsent' && step.type !== 'failed' && step.type !== 'lost' && step.type !== 'void') return
  const { code, shortMessage: message } = step.error
  track(modal, 'SEND_ERROR', { ...properties, code, message })
}

function toProperties({ caipNetworkId, token }: SendState) {
  return { network: caipNetworkId, symbol: token?.symbol ?? '' }
}

/** Returns a fee problem of the preview. None for smart accounts, whose fee may be sponsored. */
function getFeeProblem(state: ModalState): SendProblem | undefined {
  const { send } = state
  if (send?.step !== 'preview') return undefined
  const { namespace, caipNetworkId, token, fee } = send
  if (fee.status !== 'ready') return 'noFee'
  const native = getAtomicHolding(state, namespace, { caipNetworkId })
  if (native === undefined || isFeeSponsorable(state, namespace)) return undefined
  const amount = token && token.address === undefined ? parseAmount(send.amount, token.decimals) : undefined
  return BigInt(fee.value) + (amount ?? 0n) > native ? 'insufficientForFee' : undefined
}
