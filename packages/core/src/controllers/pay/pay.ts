import { beginAttempt } from '../../attempts.js'
import { AbortedError } from '../../errors/AbortedError.js'
import { FeatureNotSupportedError, ModalClosedError } from '../../errors/connection.js'
import { RpcError } from '../../errors/rpc.js'
import { InvalidPaymentError } from '../../errors/transfer.js'
import { internals, type Modal } from '../../modal.js'
import { open } from '../router/open.js'
import { toSendFault } from '../send/toSendFault.js'
import { fetchPayFee } from './fetchPayFee.js'
import { readPayOption } from './readPayOption.js'
import { setPay } from './setPay.js'
import { type PayAsset, type Payment, type PayRequest, payDelays, type RunningPayment } from './state.js'

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
