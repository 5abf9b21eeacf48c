import { FeatureNotSupportedError, ModalClosedError } from '../../errors/connection.js'
import { AbortedError } from '../../errors/LatchkeyError.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { RpcError } from '../../errors/rpc.js'
import { InvalidPaymentError } from '../../errors/transfer.js'
import { abortAttempt, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { parseAmount } from '../../utils/amounts.js'
import { toSendFault } from '../send/lookups.js'
import { open } from '../shell/router.js'
import { getAtomicHolding } from '../transfers/holding.js'
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
 * Asks the visitor for a payment from the connected wallet, and resolves once it is in a block. Needs the feature `pay`. A newer
 * payment takes the place of one that nobody has agreed to yet. Who closes the modal while the wallet is being asked may still agree
 * there: the promise waits for what the wallet says, as money that was sent is sent.
 *
 * Throws `INVALID_PAYMENT`, `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `REQUEST_PENDING` while the wallet is asked for another
 * payment or its payment is looked for, `MODAL_CLOSED`, `USER_REJECTED`, `TRANSFER_FAILED` where the network has refused it,
 * `OUTCOME_UNKNOWN` where it may have been paid and nobody knows what became of it, `ABORTED`, or what nodes and wallet report.
 *
 * @example
 * await pay(modal, { recipient: '0x…', asset: 'eip155:8453/erc20:0x…', amount: '12.50' })
 */
export async function pay(modal: Modal, request: PayRequest): Promise<Payment> {
  modal.start()
  const inner = modal[internals]
  if (!modal.getState().features.pay) throw new FeatureNotSupportedError({ feature: 'pay', by: 'This modal' })
  const attempt = beginAttempt(modal, { deadline: payDelays.choice })
  let stop: (() => void) | undefined
  try {
    const assets = toList(request)
    const reading = Promise.all(assets.map((asset) => readPayOption(modal, request, asset, attempt.signal)))
    const options = await attempt.race(reading)
    const { step } = modal.getState().pay ?? {}
    if (step === 'sending' || step === 'looking')
      throw new RpcError(-32002, 'REQUEST_PENDING', { details: 'Another payment is in progress.' })
    inner.payment?.reject(new AbortedError({ details: 'A newer payment took its place.' }))
    const id = setPay(modal, { type: 'opened', options })?.id ?? 0
    const settled = new Promise<Payment>((resolve, reject) => {
      inner.payment = { id, resolve, reject }
    })
    open(modal, { view: 'Pay' })
    stop = watchLeaving(modal, inner.payment)
    void fetchPayFee(modal)
    try {
      return await attempt.race(settled)
    } catch (cause) {
      setPay(modal, { type: 'ended', error: toSendFault(cause) }, id)
      throw cause
    }
  } finally {
    stop?.()
    attempt.end()
  }
}

function toList({ asset }: PayRequest): readonly PayAsset[] {
  const assets = Array.isArray(asset) ? (asset as readonly PayAsset[]) : [asset as PayAsset]
  if (assets.length === 0) throw new InvalidPaymentError({ details: 'asset: there is none.' })
  return assets
}

/** Who leaves before the wallet is asked does not pay. */
function watchLeaving(modal: Modal, payment: RunningPayment | undefined): () => void {
  return modal.subscribe((state, previous) => {
    const isMoved = state.router !== previous.router || state.modal.open !== previous.modal.open
    const isShown = state.modal.open && state.router.stack.some(({ view }) => view === 'Pay')
    const isUnpaid = state.pay?.step === 'choice' || state.pay?.step === 'void'
    if (isMoved && !isShown && state.pay?.id === payment?.id && isUnpaid) payment?.reject(new ModalClosedError())
  })
}

/** Chooses what to pay in, by its place in `pay.options`, and asks what that costs. Never rejects. */
export async function choosePayOption(modal: Modal, selected: number): Promise<void> {
  abortAttempt(modal, payKeys.fee)
  setPay(modal, { type: 'chosen', selected })
  await fetchPayFee(modal)
}

/**
 * One way to pay, looked at before it is shown. Throws `INVALID_PAYMENT` with the field that is wrong, `NETWORK_NOT_FOUND`, or what
 * the nodes say of the token.
 */
export async function readPayOption(
  modal: Modal,
  { recipient: usual, amount: usually }: PayRequest,
  given: PayAsset,
  signal: AbortSignal,
): Promise<PayOption> {
  const asset = parsePayAsset(given)
  if (!asset) throw new InvalidPaymentError({ details: `asset: ${describe(given)} is none.` })
  const { caipNetworkId, address, recipient = usual, amount = usually } = asset
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (!network) throw new NetworkNotFoundError({ caipNetworkId })
  const [token, isReceiver] = await Promise.all([
    readToken(modal, { caipNetworkId, address }, signal),
    typeof recipient === 'string' && checkReceiver(modal, { caipNetworkId, to: recipient }, signal),
  ])
  if (!isReceiver) throw new InvalidPaymentError({ details: `recipient: ${describe(recipient)} is no address.` })
  if (typeof amount !== 'string' || !parseAmount(amount, token.decimals))
    throw new InvalidPaymentError({ details: `amount: ${describe(amount)} is none of ${token.symbol}.` })
  return { namespace: network.chainNamespace, token, recipient, amount }
}

function describe(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 100)
}

/**
 * Asks what the payment costs beside its amount, once a wallet is connected. An answer for what was chosen before is dropped. Never
 * rejects.
 */
export async function fetchPayFee(modal: Modal): Promise<void> {
  const state = modal.getState()
  const { pay } = state
  const transfer = pay && toPayTransfer(state, pay)
  if (pay?.step !== 'choice' || !transfer) return
  const attempt = beginAttempt(modal, { key: payKeys.fee, deadline: deadlines.read })
  setPay(modal, { type: 'feeAsked' }, pay.id)
  try {
    const fee = await attempt.race(fetchTransferFee(modal, transfer, attempt.signal))
    if (attempt.isLatest()) setPay(modal, { type: 'feeRead', value: String(fee) }, pay.id)
  } catch (cause) {
    const error = toSendFault(cause)
    if (attempt.isLatest()) setPay(modal, { type: 'feeFailed', error }, pay.id)
  } finally {
    attempt.end()
  }
}

/** What stands in the way of paying. */
export type PayProblem =
  | 'notConnected'
  /** An earlier transaction of the account may or may not have been sent. */
  | 'earlier'
  | 'tooLittle'
  | 'noFee'
  | 'noFeeMoney'

/** The first problem of the payment, or undefined: what the one button says. */
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
  if (pay.fee.status !== 'ready') return 'noFee'
  const native = getAtomicHolding(state, namespace, { caipNetworkId })
  const needed = BigInt(pay.fee.value) + (token.address === undefined ? amount : 0n)
  return native !== undefined && needed > native ? 'noFeeMoney' : undefined
}

/** Tells the payment what happened; with `id` only that one. Gives what it then is. */
export function setPay(modal: Modal, event: PayEvent, id?: number | undefined): PayState | undefined {
  const { store } = modal[internals]
  if (id !== undefined && store.getState().pay?.id !== id) return undefined
  store.setState((state) => {
    const pay = reducePay(state.pay, event)
    return pay === state.pay ? state : { ...state, pay }
  })
  return store.getState().pay
}

/** The transfer that the chosen option asks of the wallet that is connected; undefined without one. */
export function toPayTransfer(state: ModalState, pay: PayState): Transfer | undefined {
  const option = getPayOption(pay)
  const connection = option && getConnection(state, option.namespace)
  if (!option || !connection) return undefined
  const { namespace, token, recipient: to } = option
  const amount = parseAmount(option.amount, token.decimals)
  if (!amount) return undefined
  const { caipNetworkId, address, decimals } = token
  const own = address === undefined ? undefined : { address, decimals }
  return { namespace, caipNetworkId, address: connection.accounts[0].address, to, amount, token: own }
}
