import { FeatureNotSupportedError, ModalClosedError, TimedOutError } from '../../errors/connection.js'
import { AbortedError } from '../../errors/LatchkeyError.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { RpcError } from '../../errors/rpc.js'
import { InvalidPaymentError } from '../../errors/transfer.js'
import { abortAttempt, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import { parseAmount } from '../../utils/amounts.js'
import { toSendError } from '../send/state.js'
import { open } from '../shell/actions.js'
import { getAtomicHolding, isFeeSponsorable } from '../transfers/holding.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import type { Transfer } from '../transfers/state.js'
import { checkReceiver, fetchTransferFee, readToken } from '../transfers/transfer.js'
import {
  getPayOption,
  type PayAsset,
  type PayEvent,
  type Payment,
  type PayOption,
  type PayRequest,
  type PayState,
  parsePayAsset,
  payDelays,
  payKeys,
  type RunningPayment,
  reducePay,
} from './state.js'

/**
 * Requests a payment from the user's connected wallet. Resolves once it is in a block. Needs the feature `pay`. Replaces
 * an earlier payment that was not sent to the wallet yet. If the user closes the modal while the request to the wallet is
 * pending, they can still confirm it there, so the promise stays pending.
 *
 * Throws `INVALID_PAYMENT`, `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `REQUEST_PENDING` while another payment is
 * pending in the wallet, searched for on the network or not in a block yet, `MODAL_CLOSED`, `USER_REJECTED` if the user declines it
 * in the wallet and leaves without a retry, `TIMED_OUT` if the user has not decided within an hour, `TRANSFER_FAILED` if it failed on
 * the network, `OUTCOME_UNKNOWN` if it may have been paid but its outcome is unknown, `ABORTED`, and the errors of nodes and wallet.
 *
 * @example
 * await pay(modal, { recipient: '0x…', asset: 'eip155:8453/erc20:0x…', amount: '12.50' })
 */
export async function pay(modal: Modal, request: PayRequest): Promise<Payment> {
  modal.start()
  const inner = modal[internals]
  if (!modal.getState().features.pay) throw new FeatureNotSupportedError({ feature: 'pay', by: 'This modal' })
  const { lateAnswer, confirm } = timeouts
  const options = await readPayOptions(modal, request)
  const attempt = beginAttempt(modal, { timeout: payDelays.choice + lateAnswer + confirm })
  let stop: (() => void) | undefined
  try {
    const running = modal.getState().pay
    // replacing a payment that may be on the network would report it as unpaid
    if (running && ['sending', 'looking', 'confirming'].includes(running.step))
      throw new RpcError(-32002, 'REQUEST_PENDING', { details: 'Another payment is in progress.' })
    inner.payment?.reject(new AbortedError({ details: 'Replaced by a newer payment.' }))
    const id = setPay(modal, { type: 'opened', options })?.id ?? 0
    const settled = new Promise<Payment>((resolve, reject) => {
      inner.payment = { id, resolve, reject }
    })
    open(modal, { view: 'Pay' })
    if (inner.payment) stop = rejectUnpaid(modal, inner.payment)
    void fetchPayFee(modal)
    try {
      return await attempt.race(settled)
    } catch (cause) {
      setPay(modal, { type: 'ended', error: toSendError(cause) }, id)
      throw cause
    } finally {
      if (inner.payment?.id === id) inner.payment = undefined
    }
  } finally {
    stop?.()
    attempt.end()
  }
}

/** Chooses a payment option by its index in `pay.options`, and reads its fee. Never rejects. */
export async function choosePayOption(modal: Modal, selected: number): Promise<void> {
  abortAttempt(modal, payKeys.fee)
  setPay(modal, { type: 'chosen', selected })
  await fetchPayFee(modal)
}

/**
 * Reads the network fee of the payment; needs a connected wallet. Drops the response for an earlier choice. Never
 * rejects.
 */
export async function fetchPayFee(modal: Modal): Promise<void> {
  const state = modal.getState()
  const { pay } = state
  const transfer = pay && toPayTransfer(state, pay)
  if (pay?.step !== 'choice' || !transfer) return
  const attempt = beginAttempt(modal, { key: payKeys.fee, timeout: timeouts.read })
  setPay(modal, { type: 'feeAsked', payer: transfer.address }, pay.id)
  try {
    const fee = await attempt.race(fetchTransferFee(modal, transfer, attempt.signal))
    if (attempt.isLatest()) setPay(modal, { type: 'feeRead', value: String(fee) }, pay.id)
  } catch (cause) {
    const error = toSendError(cause)
    if (attempt.isLatest()) setPay(modal, { type: 'feeFailed', error }, pay.id)
  } finally {
    attempt.end()
  }
}

/** Problems that prevent paying. */
export type PayProblem =
  | 'notConnected'
  /** It is uncertain whether an earlier transaction of the account was sent. */
  | 'earlier'
  | 'tooLittle'
  | 'noFee'
  | 'insufficientForFee'

/** Returns the first problem of the payment for its button, or undefined. */
export function getPayProblem(state: ModalState): PayProblem | undefined {
  const { pay } = state
  const option = pay && getPayOption(pay)
  const connection = option && getConnection(state, option.namespace)
  if (!option || !connection) return 'notConnected'
  const { namespace, token, amount: text } = option
  const { caipNetworkId } = token
  if (hasUncertainTransfer(state, { namespace, caipNetworkId, address: connection.accounts[0].address }))
    return 'earlier'
  const amount = parseAmount(text, token.decimals) ?? 0n
  const held = getAtomicHolding(state, namespace, token)
  if (held !== undefined && amount > held) return 'tooLittle'
  // the fee of another account: the active one reviews the payment first
  if (pay.fee.status !== 'ready' || pay.payer !== connection.accounts[0].address) return 'noFee'
  const native = getAtomicHolding(state, namespace, { caipNetworkId })
  const fee = isFeeSponsorable(state, namespace) ? 0n : BigInt(pay.fee.value)
  const needed = fee + (token.address === undefined ? amount : 0n)
  return native !== undefined && needed > native ? 'insufficientForFee' : undefined
}

/** Applies an event to the payment (with `id`: only to that one). Returns the new state; undefined for another id. */
export function setPay(modal: Modal, event: PayEvent, id?: number | undefined): PayState | undefined {
  const { store } = modal[internals]
  if (id !== undefined && store.getState().pay?.id !== id) return undefined
  store.setState((state) => {
    const pay = reducePay(state.pay, event)
    return pay === state.pay ? state : { ...state, pay }
  })
  return store.getState().pay
}

/** Returns the transfer for the chosen option; undefined without a connected wallet. */
export function toPayTransfer(state: ModalState, pay: PayState): Transfer | undefined {
  const option = getPayOption(pay)
  const connection = option && getConnection(state, option.namespace)
  if (!option || !connection) return undefined
  const { namespace, token, recipient: to } = option
  const amount = parseAmount(option.amount, token.decimals)
  if (!amount) return undefined
  const { caipNetworkId, address, decimals } = token
  const contract = address === undefined ? undefined : { address, decimals }
  return { namespace, caipNetworkId, address: connection.accounts[0].address, to, amount, token: contract }
}

function toAssetList({ asset }: PayRequest): readonly PayAsset[] {
  const assets = Array.isArray(asset) ? (asset as readonly PayAsset[]) : [asset as PayAsset]
  if (assets.length === 0) throw new InvalidPaymentError({ details: 'asset: the list is empty.' })
  return assets
}

/** Reads the accepted assets. A newer payment aborts it. Throws as `pay` does. */
async function readPayOptions(modal: Modal, request: PayRequest): Promise<readonly PayOption[]> {
  const attempt = beginAttempt(modal, { key: payKeys.options, timeout: timeouts.read })
  try {
    const assets = toAssetList(request)
    return await attempt.race(Promise.all(assets.map((asset) => readPayOption(modal, request, asset, attempt.signal))))
  } finally {
    attempt.end()
  }
}

/**
 * Validates a payment option and reads its token. Throws `INVALID_PAYMENT` with the invalid field, `NETWORK_NOT_FOUND`,
 * and the errors of reading the token.
 */
async function readPayOption(
  modal: Modal,
  request: PayRequest,
  requested: PayAsset,
  signal: AbortSignal,
): Promise<PayOption> {
  const asset = parsePayAsset(requested)
  if (!asset) throw new InvalidPaymentError({ details: `asset: ${describe(requested)} is not an asset.` })
  const { caipNetworkId, address, recipient = request.recipient, amount = request.amount } = asset
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (!network) throw new NetworkNotFoundError({ caipNetworkId })
  const [token, isReceiver] = await Promise.all([
    readToken(modal, { caipNetworkId, address }, signal),
    typeof recipient === 'string' && checkReceiver(modal, { caipNetworkId, to: recipient }, signal),
  ])
  if (!isReceiver) throw new InvalidPaymentError({ details: `recipient: ${describe(recipient)} is not an address.` })
  if (typeof amount !== 'string' || !parseAmount(amount, token.decimals))
    throw new InvalidPaymentError({ details: `amount: ${describe(amount)} is not a valid amount of ${token.symbol}.` })
  return { namespace: network.chainNamespace, token, recipient, amount }
}

function describe(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 100)
}

/**
 * Rejects the payment if the user leaves, or does not decide within an hour, while nothing was sent. Returns a function that stops
 * watching.
 */
function rejectUnpaid(modal: Modal, payment: RunningPayment): () => void {
  const { id } = payment
  let isLate = false
  const cancel = modal.env.setTimeout(() => {
    isLate = true
    if (isUnpaid(modal.getState(), id)) payment.reject(new TimedOutError())
  }, payDelays.choice)
  const unsubscribe = modal.subscribe((state) => {
    if (!isUnpaid(state, id)) return
    // it was in the wallet when the hour was over, and came back
    if (isLate) payment.reject(payment.refusal ?? new TimedOutError())
    if (state.modal.open && state.router.stack.some(({ view }) => view === 'Pay')) return
    unsubscribe()
    payment.reject(payment.refusal ?? new ModalClosedError())
    // a newer one would show what the user has just left
    abortAttempt(modal, payKeys.options)
  })
  return () => {
    cancel()
    unsubscribe()
  }
}

/** Whether nothing was sent, or what was sent can't go through any more. */
function isUnpaid({ pay }: ModalState, id: number): boolean {
  return pay?.id === id && (pay.step === 'choice' || pay.step === 'void')
}
