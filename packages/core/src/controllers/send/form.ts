import { abortAttempt, assertStarted, beginAttempt, clearTimer } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import type { Modal, ModalState } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import type { Token } from '../../service/blockchain/types.js'
import { parseAmount, toDecimal } from '../../utils/amounts.js'
import { type Namespace, parseCaipNetworkId } from '../../utils/caip.js'
import { getTokens } from '../portfolio/portfolio.js'
import { requireConnection } from '../requests/wallet.js'
import type { Views } from '../shell/state.js'
import { getAtomicHolding } from '../transfers/holding.js'
import { fetchTransferFee } from '../transfers/transfer.js'
import { readSendReceiver, readSendToken, setSend } from './lookups.js'
import { sendKeys } from './state.js'

/**
 * Starts a transfer from the active account, prefilled with the values passed to `open`, or resumes the one in
 * progress. A preset network need not be the wallet's current one. Throws `NOT_CONNECTED`; other errors go to the
 * state.
 */
export async function startSend(modal: Modal, preset?: Views['WalletSend']): Promise<void> {
  assertStarted(modal)
  const presetNetwork = preset?.caipNetworkId
  const namespace = presetNetwork === undefined ? undefined : parseCaipNetworkId(presetNetwork)?.namespace
  const connection = getConnection(modal.getState(), namespace) ?? requireConnection(modal, { namespace }).connection
  const before = modal.getState().send?.id
  const sender = {
    namespace: connection.namespace,
    caipNetworkId: presetNetwork ?? connection.caipNetworkId,
    address: connection.accounts[0].address,
  }
  const send = setSend(modal, { type: 'opened', sender, preset })
  if (!send || send.id === before) return
  if (preset?.to !== undefined) setSendReceiver(modal, preset.to)
  if (!preset) {
    const token = getDefaultToken(modal.getState(), sender.namespace)
    if (token) setSend(modal, { type: 'tokenChosen', token }, send.id)
    return
  }
  await readSendToken(modal, send)
}

/** Returns the token of the highest value; without values, the native currency if there is any, else the first one held. */
function getDefaultToken(state: ModalState, namespace: Namespace): Token | undefined {
  const tokens = getTokens(state, namespace)
  const [native] = tokens
  const held = tokens.filter(({ quantity }) => /[1-9]/.test(quantity.numeric))
  const [first] = held.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  return first ?? native
}

/** Chooses the token to send. Ignores those of another network than that of the transfer. */
export function setSendToken(modal: Modal, token: Token): void {
  abortAttempt(modal, sendKeys.max)
  setSend(modal, { type: 'tokenChosen', token })
}

/** Sets the amount as the user types, in whole units; `getSendProblem` validates it. */
export function setSendAmount(modal: Modal, amount: string): void {
  abortAttempt(modal, sendKeys.max)
  setSend(modal, { type: 'amountTyped', amount: amount.trim() })
}

/**
 * Sets the amount to the full balance of the token, less the fee for the native currency; the review reads the fee again, and
 * updates the amount. Keeps what the user types meanwhile. Throws if the fee cannot be read.
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
  const attempt = beginAttempt(modal, { key: sendKeys.max, timeout: timeouts.read })
  try {
    // until there is a receiver, estimate a transfer to oneself
    const to = receiver.status === 'ready' ? receiver.address : address
    const fee = await attempt.race(fetchTransferFee(modal, { ...send, token: undefined, to, amount }, attempt.signal))
    if (!attempt.isLatest()) return
    const remaining = amount > fee ? amount - fee : 0n
    setSend(modal, { type: 'maxSet', amount: toDecimal(remaining, token.decimals) }, id)
  } catch (cause) {
    if (attempt.isLatest()) throw cause
  } finally {
    attempt.end()
  }
}

/**
 * Sets the receiver as the user types. Addresses are checked at once; names are resolved when the user pauses, on EVM
 * with `services.blockchainApi` only [S6.8]. Responses for an earlier text are dropped.
 */
export function setSendReceiver(modal: Modal, text: string): void {
  const to = text.trim()
  abortAttempt(modal, sendKeys.receiver)
  clearTimer(modal, sendKeys.receiver)
  const next = setSend(modal, { type: 'receiverTyped', to, receiver: { status: to === '' ? 'none' : 'checking' } })
  // a receiver preset by the app stays unchanged
  if (next?.to !== to || next.receiver.status !== 'checking') return
  void readSendReceiver(modal, next)
}

/** Reads the token and checks the receiver again, where that failed. Never rejects. */
export async function retrySendLookups(modal: Modal): Promise<void> {
  const { send } = modal.getState()
  const next = setSend(modal, { type: 'lookupsRetried' })
  if (!send || !next) return
  await Promise.all([
    send.tokenStatus === 'failed' && readSendToken(modal, next),
    send.receiver.status === 'failed' && readSendReceiver(modal, next),
  ])
}

/** Problems of the form, in the order in which the user fills it in. */
export type SendFormProblem =
  | 'noToken'
  | 'noAmount'
  | 'badAmount'
  | 'tooLittle'
  | 'noReceiver'
  | 'checkingReceiver'
  | 'badReceiver'

/** Returns the first problem of the form for its button, or undefined. */
export function getSendFormProblem(state: ModalState): SendFormProblem | undefined {
  const { send } = state
  if (!send?.token) return 'noToken'
  if (send.amount === '') return 'noAmount'
  const amount = parseAmount(send.amount, send.token.decimals)
  if (!amount) return 'badAmount'
  const held = getAtomicHolding(state, send.namespace, send.token)
  if (held !== undefined && amount > held) return 'tooLittle'
  if (send.to.trim() === '') return 'noReceiver'
  if (send.receiver.status === 'checking') return 'checkingReceiver'
  return send.receiver.status === 'ready' ? undefined : 'badReceiver'
}
