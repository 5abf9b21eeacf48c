import { AccountChangedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { PriceChangedError, SwapFailedError } from '../../errors/transfer.js'
import { type Attempt, abortAttempt, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import type { BuiltTransaction } from '../../service/blockchain/types.js'
import { isSameAddress } from '../../utils/caip.js'
import { refreshHoldings } from '../portfolio/portfolio.js'
import { getRoute } from '../shell/actions.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import { resumeTransfers, type SendingStep, sendAndTrack } from '../transfers/sendAndTrack.js'
import { checkApproval, checkSwap, createSwapCalls, toTrade, toTransaction } from './check.js'
import { isReadingApproval, toMinimum, toSwapAddress } from './details.js'
import { fetchSwapQuote, readSwapOffer } from './quote.js'
import { type SwapOffer, type SwapState, type SwapStepEvent, swapLimits } from './state.js'
import { requireSwap, setSwapStep, toSwapError } from './update.js'

/**
 * Requests the token approval for the swap from the wallet, and waits until it is confirmed. Some tokens require that
 * an older approval is revoked first; then the wallet asks twice. Does nothing while a transaction is pending. Errors
 * also go to `swap.error`. If the wallet fails without a clear refusal, the network is searched for the approval, see
 * `sendSwap`. `seen`: see there.
 *
 * Throws `NOT_CONNECTED`, `SWAP_NOT_SUPPORTED`, `INVALID_REPLY`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED`, `ACCOUNT_CHANGED`,
 * `SWAP_FAILED`, `TIMED_OUT` and the errors of the wallet.
 */
export async function approveSwap(modal: Modal, seen?: SwapOffer | undefined): Promise<void> {
  const swap = requireSwap(modal)
  const { id, from, to } = swap
  const latest = 'offer' in swap.quote ? swap.quote.offer : undefined
  const offer = latest && (seen ?? latest)
  if (swap.step !== 'form' || !from?.address || !to || !offer || isReadingApproval(swap)) return
  // never send again while an earlier transaction may have been sent
  resumeTransfers(modal)
  if (hasUncertainTransfer(modal.getState(), { ...swap, namespace: 'eip155' })) return
  if (setSwapStep(modal, { type: 'approving' }, id)?.step !== 'approving') return
  abortAttempt(modal, 'swap-quote')
  const finish = async (): Promise<void> => {
    setSwapStep(modal, { type: 'approved' }, id)
    // reads the new allowance
    await fetchSwapQuote(modal)
  }
  // a late confirmation returns to the form: no further wallet request without a click
  const onLate = (): void => void finish()
  const send = ({ tx }: SwapApproval) => sendBuilt(modal, { tx, swap, kind: 'approval', onLate })
  try {
    let approval = await buildApproval(modal, swap, offer)
    if (approval.clears) {
      setSwapStep(modal, { type: 'clearing' }, id)
      if ((await send(approval)) !== 'confirmed') return
      setSwapStep(modal, { type: 'cleared' }, id)
      approval = await buildApproval(modal, swap, offer)
      if (approval.clears) throw new SwapFailedError({ details: 'The token still does not accept a new approval.' })
    }
    if ((await send(approval)) !== 'confirmed') return
  } catch (cause) {
    throw failSwap(modal, swap, cause)
  }
  await finish()
}

/**
 * Sends the displayed swap and waits until it is confirmed; then refreshes the holdings. Refreshes an outdated offer
 * first, and sends nothing if it got worse by more than the slippage. Does nothing while a transaction is pending, so
 * that a double click sends once. Errors also go to `swap.error`. `seen`: the offer that the user agrees to, if a newer
 * one has just replaced it. Default: the latest.
 *
 * Throws `NOT_CONNECTED`, `PRICE_CHANGED`, `NO_LIQUIDITY`, `SWAP_NOT_SUPPORTED`, `INVALID_REPLY`, `SWAP_UNSAFE`,
 * `SWAP_NOT_CHECKED`, `ACCOUNT_CHANGED`, `SWAP_FAILED` and errors of the wallet from before it has sent. After any
 * other failure of the wallet `swap.step` is `looking` while the network is searched for the transaction, and ends as
 * `confirming`, `void` (can't go through any more) or `lost`. If the outcome of a sent transaction is unknown, the step
 * stays `confirming` and `swap.error` is set.
 */
export async function sendSwap(modal: Modal, seen?: SwapOffer | undefined): Promise<void> {
  const swap = requireSwap(modal)
  const latest = 'offer' in swap.quote ? swap.quote.offer : undefined
  if (swap.step !== 'form' || !latest || latest.needsApproval) return
  // never send again while an earlier transaction may have been sent
  resumeTransfers(modal)
  if (hasUncertainTransfer(modal.getState(), { ...swap, namespace: 'eip155' })) return
  if (setSwapStep(modal, { type: 'sending' }, swap.id)?.step !== 'sending') return
  abortAttempt(modal, 'swap-quote')
  const attempt = beginAttempt(modal, { timeout: timeouts.read })
  try {
    const tx = await attempt.race(buildSwap(modal, { swap, offer: seen ?? latest, latest, attempt }))
    attempt.end()
    const finish = (): Promise<void> => refreshHoldings(modal, 'eip155').catch(modal[internals].warn)
    const outcome = await sendBuilt(modal, { tx, swap, kind: 'swap', onLate: () => void finish() })
    if (outcome === 'confirmed') await finish()
  } catch (cause) {
    throw failSwap(modal, swap, cause)
  } finally {
    attempt.end()
  }
}

/** Returns to the form after a swap or an approval that failed or can't go through any more. */
export async function retrySwap(modal: Modal): Promise<void> {
  const { id } = modal.getState().swap ?? {}
  if (id === undefined || setSwapStep(modal, { type: 'again' }, id)?.step !== 'form') return
  await fetchSwapQuote(modal)
}

type SwapApproval = {
  readonly tx: BuiltTransaction
  /** Whether it revokes an older approval, which some tokens require before a new one. */
  readonly clears: boolean
}

/**
 * Requests an approval transaction from the service and checks it: it must approve the spent token for the displayed
 * router, for exactly the amount or for zero. If the router is not pinned, the swap that follows is checked, too.
 *
 * Throws `SWAP_NOT_SUPPORTED`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED`, `SWAP_FAILED`, `TIMED_OUT` and the errors of the
 * service.
 */
async function buildApproval(modal: Modal, swap: SwapState, offer: SwapOffer): Promise<SwapApproval> {
  const { from, to, caipNetworkId, address } = swap
  if (!from?.address || !to) throw new TypeError('The native currency needs no approval.')
  const attempt = beginAttempt(modal, { timeout: timeouts.read })
  const { signal } = attempt
  try {
    const trade = toTrade(swap, offer)
    const { amount, minimum } = trade
    const calls = createSwapCalls(modal, { caipNetworkId, address, signal })
    const pair = { from: toSwapAddress(from), to: toSwapAddress(to), amount }
    const expected = BigInt(offer.toAmount)
    const [tx, next] = await attempt.race(
      Promise.all([
        calls.buildApproval(pair),
        // no gas estimate: it would fail before the approval
        offer.router.isPinned
          ? undefined
          : calls.buildTransaction({ ...pair, minimum, expected, disableEstimate: true }),
      ]),
    )
    const { clears } = await attempt.race(checkApproval(modal, { swap, trade, tx, next, signal }))
    return { tx, clears }
  } finally {
    attempt.end()
  }
}

type BuildSwapOptions = {
  readonly swap: SwapState
  /** The offer that the user saw. */
  readonly offer: SwapOffer
  readonly latest: SwapOffer
  readonly attempt: Attempt
}

/**
 * Requests the swap transaction for an offer that the user saw, and checks it. Refreshes an outdated offer first, and
 * shows the new one instead if it got worse by more than the slippage or goes through another contract.
 *
 * Throws `PRICE_CHANGED`, `NO_LIQUIDITY`, `SWAP_NOT_SUPPORTED`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED`, `SWAP_FAILED` and
 * the errors of the service.
 */
async function buildSwap(modal: Modal, { swap, offer, latest, attempt }: BuildSwapOptions): Promise<BuiltTransaction> {
  const { id, from, to, caipNetworkId, address } = swap
  const { signal } = attempt
  if (!from || !to) throw new SwapFailedError({ details: 'No tokens chosen.' })
  const isOld = modal.env.now() - latest.at >= swapLimits.refresh
  const newer = isOld ? await readSwapOffer(modal, swap, signal) : undefined
  if (newer) setSwapStep(modal, { type: 'quoted', ...newer }, id)
  const current = newer?.offer ?? latest
  const [spent, shown] = [BigInt(current.fromAmount), BigInt(offer.fromAmount)]
  // compare prices, not amounts: the amount left after gas may have changed, too
  if (BigInt(current.toAmount) * shown < toMinimum(offer.toAmount) * spent) throw new PriceChangedError()
  if (!isSameAddress('eip155', current.router.address, offer.router.address))
    throw new PriceChangedError({ details: `The swap now goes through ${current.router.address}.` })
  const amount = spent < shown ? spent : shown
  const trade = toTrade(swap, offer, amount)
  const calls = createSwapCalls(modal, { caipNetworkId, address, signal })
  const pair = { from: toSwapAddress(from), to: toSwapAddress(to) }
  const expected = (BigInt(current.toAmount) * amount) / spent
  const tx = await calls.buildTransaction({ ...pair, amount, minimum: trade.minimum, expected })
  await checkSwap(modal, { swap, trade, tx, signal })
  return tx
}

type SendBuiltRequest = {
  readonly tx: BuiltTransaction
  readonly swap: SwapState
  readonly kind: 'swap' | 'approval'
  /** Called if the outcome becomes known after `sendBuilt` has resolved with `unknown`. */
  readonly onLate: () => void
}

/**
 * Sends a transaction with the wallet, if it is still on the account and network of the swap, and waits for the
 * network. Resolves with `unknown` if the transaction may have been sent but was not found or not confirmed; then the
 * step is `looking`, `lost` or `confirming`.
 *
 * Throws `ACCOUNT_CHANGED`, `SWAP_FAILED` if it failed on the network, and errors of the wallet from before it has
 * sent.
 */
function sendBuilt(
  modal: Modal,
  { tx, swap, kind, onLate }: SendBuiltRequest,
): Promise<'confirmed' | 'void' | 'unknown'> {
  const { address, caipNetworkId, id } = swap
  const connection = getConnection(modal.getState(), 'eip155')
  if (connection?.caipNetworkId !== caipNetworkId || connection.accounts[0].address !== address)
    return Promise.reject(new AccountChangedError())
  const transaction = toTransaction(tx)
  const request = { namespace: 'eip155', caipNetworkId, address, kind, transaction } as const
  return new Promise((resolve, reject) => {
    let isPending = true
    const onStep = (step: SendingStep): boolean => {
      const event = toEvent(step, kind)
      const isCurrent = event ? setSwapStep(modal, event, id) !== undefined : modal.getState().swap?.id === id
      if (step.type === 'lost' || step.type === 'unconfirmed') {
        isPending = false
        resolve('unknown')
      } else if (step.type === 'confirmed' || step.type === 'void') {
        if (isPending) resolve(step.type)
        else onLate()
      } else if (step.type === 'unsent' || step.type === 'failed') {
        const error = step.type === 'unsent' ? step.error : new SwapFailedError({ details: step.error.details })
        if (isPending) reject(error)
        else setSwapStep(modal, { type: 'failed', error: toSwapError(error) }, id)
      }
      // a success shows in the balance
      return isCurrent && (step.type === 'confirmed' || isShown(modal.getState()))
    }
    void sendAndTrack(modal, request, onStep)
  })
}

/** Whether the user sees the swap. */
function isShown(state: ModalState): boolean {
  const { view } = getRoute(state)
  return state.modal.open && (view === 'Swap' || view === 'SwapPreview')
}

/** Converts a step to a swap event. Undefined for failures and confirmed approvals, which the caller handles. */
function toEvent(step: SendingStep, kind: SendBuiltRequest['kind']): SwapStepEvent | undefined {
  switch (step.type) {
    case 'confirmed':
      return kind === 'swap' ? step : undefined
    case 'looking':
    case 'sent':
      return step
    case 'lost':
    case 'void':
      return { type: step.type, error: toSwapError(step.error) }
    case 'unconfirmed':
      return { type: step.type, transferId: step.transferId, error: toSwapError(step.error) }
    default:
      return undefined
  }
}

function failSwap(modal: Modal, { id }: SwapState, cause: unknown): Error {
  const error = toLatchkeyError(cause)
  setSwapStep(modal, { type: 'failed', error: toSwapError(error) }, id)
  return error
}
