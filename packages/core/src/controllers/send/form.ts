import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { abortAttempt, assertStarted, beginAttempt, clearTimer } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { deadlines } from '../../modal/deadlines.js'
import type { Modal, ModalState } from '../../modal/modal.js'
import type { Token } from '../../service/blockchain/types.js'
import { parseAmount, toDecimal } from '../../utils/amounts.js'
import { parseCaipNetworkId } from '../../utils/caip.js'
import { getTokens } from '../portfolio/portfolio.js'
import { requireConnection } from '../requests/wallet.js'
import type { Views } from '../shell/state.js'
import { getAtomicHolding } from '../transfers/holding.js'
import { fetchTransferFee } from '../transfers/transfer.js'
import { readSendReceiver, readSendToken, setSend } from './lookups.js'
import { type SendFault, sendKeys } from './state.js'

/**
 * Begins a transfer from the active account, filled in with what `open` was given, or goes on with the one that was begun. A
 * network that is given need not be the one of the wallet. Throws `NOT_CONNECTED`; other faults are in the state.
 */
export async function startSend(modal: Modal, wish?: Views['WalletSend']): Promise<void> {
  assertStarted(modal)
  const given = wish?.caipNetworkId
  const namespace = given === undefined ? undefined : parseCaipNetworkId(given)?.namespace
  const connection = getConnection(modal.getState(), namespace) ?? requireConnection(modal, { namespace }).connection
  const before = modal.getState().send?.id
  const sender = {
    namespace: connection.namespace,
    caipNetworkId: given ?? connection.caipNetworkId,
    address: connection.accounts[0].address,
  }
  const send = setSend(modal, { type: 'opened', sender, wish })
  if (!send || send.id === before) return
  if (wish?.to !== undefined) setSendReceiver(modal, wish.to)
  if (!wish) {
    // where there is but one there is nothing to choose
    const [token, ...others] = getTokens(modal.getState(), sender.namespace)
    if (token && others.length === 0) setSend(modal, { type: 'tokenChosen', token }, send.id)
    return
  }
  await withSending(
    () => readSendToken(modal, send),
    (error) => setSend(modal, { type: 'tokenFailed', error }, send.id),
  )
}

/** Chooses the token to send. */
export function setSendToken(modal: Modal, token: Token): void {
  abortAttempt(modal, sendKeys.max)
  setSend(modal, { type: 'tokenChosen', token })
}

/** Takes the amount as it is typed, in whole units; `getSendProblem` says whether it is one. */
export function setSendAmount(modal: Modal, amount: string): void {
  abortAttempt(modal, sendKeys.max)
  setSend(modal, { type: 'amountTyped', amount: amount.trim() })
}

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

/**
 * Takes the receiver as it is typed: an address is checked at once, the address of a name is asked for when the visitor pauses, on
 * EVM and where there is a service that knows names [S6.8]. Answers for what was typed before are dropped.
 */
export function setSendReceiver(modal: Modal, text: string): void {
  const to = text.trim()
  abortAttempt(modal, sendKeys.receiver)
  clearTimer(modal, sendKeys.receiver)
  const next = setSend(modal, { type: 'receiverTyped', to, receiver: { status: to === '' ? 'none' : 'checking' } })
  // `open` has given it
  if (next?.to !== to || next.receiver.status !== 'checking') return
  const { id } = next
  void withSending(
    async () => {
      const { send } = modal.getState()
      if (send?.id === id && send.to === to) await readSendReceiver(modal, send)
    },
    (error) => setSend(modal, { type: 'receiverChecked', to, receiver: { status: 'failed', error } }, id),
  )
}

/** What is wrong with the form of a transfer, in the order in which a visitor fills it in. */
export type SendFormProblem =
  | 'noToken'
  | 'noAmount'
  | 'badAmount'
  | 'tooLittle'
  | 'noReceiver'
  | 'checkingReceiver'
  | 'badReceiver'

/** The first problem of the form of a transfer, or undefined: what its one button says. */
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

/** Runs a lookup and passes what it throws to `fail`. Never rejects. */
export async function withSending(run: () => Promise<void>, fail: (error: SendFault) => void): Promise<void> {
  try {
    await run()
  } catch (cause) {
    const { code, shortMessage: message } = toLatchkeyError(cause)
    fail({ code, message })
  }
}
