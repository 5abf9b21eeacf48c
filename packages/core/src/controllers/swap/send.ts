import { AccountChangedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { PriceChangedError, SwapFailedError } from '../../errors/transfer.js'
import { type Attempt, abortAttempt, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { BuiltTransaction } from '../../service/blockchain/types.js'
import { isSameAddress } from '../../utils/caip.js'
import { refreshHoldings } from '../portfolio/portfolio.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import { resumeTransfers, type SendingStep, trackSending } from '../transfers/trackSending.js'
import { checkApproval, checkSwap, createSwapCalls, toTrade, toTransaction } from './check.js'
import { toMinimum, toSwapAddress } from './details.js'
import { fetchSwapQuote, readSwapOffer } from './quote.js'
import { type SwapOffer, type SwapState, type SwapStepEvent, swapLimits } from './state.js'
import { requireSwap, setSwapStep, toSwapFault } from './update.js'

/**
 * Has the visitor allow that the swap takes the token, and waits until the network has it. Some tokens allow nothing new while an
 * older approval stands: that is taken back first, and the wallet asks twice. Does nothing while something of the swap is under way. What
 * fails is in `swap.error` as well. Where the wallet fails without a clear refusal, the approval is looked for on the network: see `sendSwap`.
 *
 * Throws `NOT_CONNECTED`, `SWAP_NOT_SUPPORTED`, `INVALID_REPLY`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED`, `ACCOUNT_CHANGED`, `SWAP_FAILED`,
 * `TIMED_OUT` and what the wallet reports.
 */
export async function approveSwap(modal: Modal): Promise<void> {
  const swap = requireSwap(modal)
  const { id, from, to } = swap
  const offer = 'offer' in swap.quote ? swap.quote.offer : undefined
  if (swap.step !== 'form' || !from?.address || !to || !offer) return
  // one that may have been sent is looked for, not sent again
  resumeTransfers(modal)
  if (hasUncertainTransfer(modal.getState(), { ...swap, namespace: 'eip155' })) return
  if (setSwapStep(modal, { type: 'approving' }, id)?.step !== 'approving') return
  abortAttempt(modal, 'swap-quote')
  const finish = async (): Promise<void> => {
    setSwapStep(modal, { type: 'approved' }, id)
    // asks the network what it now allows
    await fetchSwapQuote(modal)
  }
  // what the network takes late leads back to the form: the wallet isn't asked for more by itself
  const onLate = (): void => void finish()
  const send = ({ tx }: SwapApproval) => sendBuilt(modal, { tx, swap, kind: 'approval', onLate })
  try {
    let approval = await buildApproval(modal, swap, offer)
    if (approval.clears) {
      setSwapStep(modal, { type: 'clearing' }, id)
      if ((await send(approval)) !== 'confirmed') return
      setSwapStep(modal, { type: 'cleared' }, id)
      approval = await buildApproval(modal, swap, offer)
      if (approval.clears) throw new SwapFailedError({ details: 'The token still takes no new approval.' })
    }
    if ((await send(approval)) !== 'confirmed') return
  } catch (cause) {
    const error = toLatchkeyError(cause)
    setSwapStep(modal, { type: 'failed', error: toSwapFault(error) }, id)
    throw error
  }
  await finish()
}

/**
 * Sends the swap that is shown, and waits until the network has it; then what the account holds is read anew. An offer that no
 * longer holds is asked for again first: where it got worse by more than the slippage nothing is sent. Does nothing while something
 * of the swap is under way: one press sends once. What fails is in `swap.error` as well.
 *
 * Throws `NOT_CONNECTED`, `PRICE_CHANGED`, `NO_LIQUIDITY`, `SWAP_NOT_SUPPORTED`, `INVALID_REPLY`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED`,
 * `ACCOUNT_CHANGED`, `SWAP_FAILED` and what the wallet reports before it has sent. After any other failure of the wallet the network is
 * searched for the transaction: `swap` then is `looking`, and ends as `confirming`, as `void` where it can't go through any more, or as
 * `lost`. Where nobody knows what became of what was sent, `swap` stays `confirming` and has the error.
 */
export async function sendSwap(modal: Modal): Promise<void> {
  const swap = requireSwap(modal)
  const offer = 'offer' in swap.quote ? swap.quote.offer : undefined
  if (swap.step !== 'form' || !offer || offer.needsApproval) return
  // one that may have been sent is looked for, not sent again
  resumeTransfers(modal)
  if (hasUncertainTransfer(modal.getState(), { ...swap, namespace: 'eip155' })) return
  if (setSwapStep(modal, { type: 'sending' }, swap.id)?.step !== 'sending') return
  abortAttempt(modal, 'swap-quote')
  const attempt = beginAttempt(modal, { deadline: deadlines.read })
  try {
    const tx = await attempt.race(buildSwap(modal, { swap, offer, attempt }))
    attempt.end()
    const finish = (): Promise<void> => refreshHoldings(modal, 'eip155').catch(modal[internals].warn)
    const outcome = await sendBuilt(modal, { tx, swap, kind: 'swap', onLate: () => void finish() })
    if (outcome === 'confirmed') await finish()
  } catch (cause) {
    throw fail(modal, swap, cause)
  } finally {
    attempt.end()
  }
}

/** Back to the form of a swap, or an approval, that can't go through any more. */
export async function swapAgain(modal: Modal): Promise<void> {
  const { id } = modal.getState().swap ?? {}
  if (id === undefined || setSwapStep(modal, { type: 'again' }, id)?.step !== 'form') return
  await fetchSwapQuote(modal)
}

function fail(modal: Modal, { id }: SwapState, cause: unknown): Error {
  const error = toLatchkeyError(cause)
  setSwapStep(modal, { type: 'failed', error: toSwapFault(error) }, id)
  return error
}

export type SendBuiltRequest = {
  readonly tx: BuiltTransaction
  readonly swap: SwapState
  readonly kind: 'swap' | 'approval'
  /** The outcome became known after `sendBuilt` had resolved with `unknown`. */
  readonly onLate: (outcome: 'confirmed' | 'over') => void
}

/**
 * Has the wallet sign and send, where it still is on the account and network of the swap, and waits until the network has it. Resolves with
 * `unknown` where it may have been sent and was not found, or not confirmed; then `swap` is `looking`, `lost` or `confirming`.
 *
 * Throws `ACCOUNT_CHANGED`, `SWAP_FAILED` where the network has refused it, and what the wallet reports before it has sent.
 */
export function sendBuilt(
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
    let isOpen = true
    const onStep = (step: SendingStep): boolean => {
      const event = toEvent(step, kind)
      const isShown = event ? setSwapStep(modal, event, id) !== undefined : modal.getState().swap?.id === id
      if (step.type === 'lost' || step.type === 'unconfirmed') {
        isOpen = false
        resolve('unknown')
      } else if (step.type === 'confirmed' || step.type === 'void') {
        if (isOpen) resolve(step.type)
        else onLate(step.type === 'confirmed' ? 'confirmed' : 'over')
      } else if (step.type === 'unsent' || step.type === 'failed') {
        const error = step.type === 'unsent' ? step.error : new SwapFailedError({ details: step.error.details })
        if (isOpen) reject(error)
        else setSwapStep(modal, { type: 'failed', error: toSwapFault(error) }, id)
      }
      return isShown
    }
    void trackSending(modal, request, onStep)
  })
}

/** The step as the swap knows it; what ends an approval, or fails, is the caller's. */
function toEvent(step: SendingStep, kind: SendBuiltRequest['kind']): SwapStepEvent | undefined {
  switch (step.type) {
    case 'confirmed':
      return kind === 'swap' ? step : undefined
    case 'looking':
    case 'sent':
      return step
    case 'lost':
    case 'void':
    case 'unconfirmed':
      return { type: step.type, error: toSwapFault(step.error) }
    default:
      return undefined
  }
}

export type SwapApproval = {
  readonly tx: BuiltTransaction
  /** It takes back what was allowed before, which some tokens ask for before they allow anew. */
  readonly clears: boolean
}

/**
 * Has the service build what allows the router to take just the amount, and checks it: it is an approval of the token that is given,
 * for the router that was shown, of that amount or of nothing. Where the router is not pinned, the swap that follows is looked at too.
 *
 * Throws `SWAP_NOT_SUPPORTED`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED`, `SWAP_FAILED`, `TIMED_OUT` and what the service throws.
 */
export async function buildApproval(modal: Modal, swap: SwapState, offer: SwapOffer): Promise<SwapApproval> {
  const { from, to, caipNetworkId, address } = swap
  if (!from?.address || !to) throw new TypeError('Only tokens are approved.')
  const attempt = beginAttempt(modal, { deadline: deadlines.read })
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
        // the chain would refuse it before the approval
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

/**
 * Has the service build the swap of an offer that the user saw, and checks it. An offer that no longer holds is asked for again
 * first: where it got worse by more than the slippage, or goes through another contract, it is shown instead.
 *
 * Throws `PRICE_CHANGED`, `NO_LIQUIDITY`, `SWAP_NOT_SUPPORTED`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED`, `SWAP_FAILED` and what the
 * service throws.
 */
export async function buildSwap(
  modal: Modal,
  { swap, offer, attempt }: { readonly swap: SwapState; readonly offer: SwapOffer; readonly attempt: Attempt },
): Promise<BuiltTransaction> {
  const { id, from, to, caipNetworkId, address } = swap
  const { signal } = attempt
  if (!from || !to) throw new SwapFailedError({ details: 'No tokens are chosen.' })
  const isOld = modal.env.now() - offer.at >= swapLimits.refresh
  const newer = isOld ? await readSwapOffer(modal, swap, signal) : undefined
  if (newer) setSwapStep(modal, { type: 'quoted', ...newer }, id)
  const current = newer?.offer ?? offer
  const [spent, shown] = [BigInt(current.fromAmount), BigInt(offer.fromAmount)]
  // by the price: what the gas leaves may have changed as well
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
