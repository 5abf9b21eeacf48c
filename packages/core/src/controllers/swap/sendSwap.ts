import { type Attempt, abortAttempt, beginAttempt } from '../../attempts.js'
import { PriceChangedError, SwapFailedError } from '../../errors/swap.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { deadlines } from '../connection/state.js'
import { refreshHoldings } from '../portfolio/refreshHoldings.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import { resumeTransfers } from '../transfers/trackSending.js'
import { assertBuilt } from './assertBuilt.js'
import { createSwapCalls } from './createSwapCalls.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { readSwapOffer } from './readSwapOffer.js'
import { requireSwap } from './requireSwap.js'
import { sendBuilt } from './sendBuilt.js'
import { setSwapStep } from './setSwapStep.js'
import { type SwapOffer, type SwapState, swapLimits } from './state.js'
import { toMinimum } from './toMinimum.js'
import { toSwapAddress } from './toSwapAddress.js'
import { toSwapFault } from './toSwapFault.js'

/**
 * Sends the swap that is shown, and waits until the network has it; then what the account holds is read anew. An offer that no
 * longer holds is asked for again first: where it got worse by more than the slippage nothing is sent. Does nothing while something
 * of the swap is under way: one press sends once. What fails is in `swap.error` as well.
 *
 * Throws `NOT_CONNECTED`, `PRICE_CHANGED`, `NO_LIQUIDITY`, `SWAP_NOT_SUPPORTED`, `INVALID_REPLY`, `ACCOUNT_CHANGED`, `SWAP_FAILED`
 * and what the wallet reports before it has sent. After any other failure of the wallet the network is searched for the transaction: `swap`
 * then is `looking`, and ends as `confirming`, as `void` where it can't go through any more, or as `lost`. Where nobody knows what became of
 * what was sent, `swap` stays `confirming` and has the error.
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
    const tx = await attempt.race(build(modal, { swap, offer, attempt }))
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

async function build(
  modal: Modal,
  { swap, offer, attempt }: { readonly swap: SwapState; readonly offer: SwapOffer; readonly attempt: Attempt },
) {
  const { id, from, to, caipNetworkId, address } = swap
  if (!from || !to) throw new SwapFailedError({ details: 'No tokens are chosen.' })
  const isOld = modal.env.now() - offer.at >= swapLimits.refresh
  const newer = isOld ? await readSwapOffer(modal, swap, attempt.signal) : undefined
  if (newer) setSwapStep(modal, { type: 'quoted', ...newer }, id)
  const current = newer?.offer ?? offer
  const [spent, shown] = [BigInt(current.fromAmount), BigInt(offer.fromAmount)]
  // by the price: what the gas leaves may have changed as well
  if (BigInt(current.toAmount) * shown < toMinimum(offer.toAmount) * spent) throw new PriceChangedError()
  const amount = spent < shown ? spent : shown
  const calls = createSwapCalls(modal, { caipNetworkId, address, signal: attempt.signal })
  const tx = await calls.buildTransaction({ from: toSwapAddress(from), to: toSwapAddress(to), amount })
  assertBuilt(tx, { swap, pays: from.address === undefined ? amount : 0n })
  return tx
}

function fail(modal: Modal, { id }: SwapState, cause: unknown): Error {
  const error = toLatchkeyError(cause)
  setSwapStep(modal, { type: 'failed', error: toSwapFault(error) }, id)
  return error
}
