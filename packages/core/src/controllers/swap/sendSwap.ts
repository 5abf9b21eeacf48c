import { abortAttempt, beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { refreshHoldings } from '../portfolio/refreshHoldings.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import { resumeTransfers } from '../transfers/trackSending.js'
import { buildSwap } from './buildSwap.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { requireSwap } from './requireSwap.js'
import { sendBuilt } from './sendBuilt.js'
import { setSwapStep } from './setSwapStep.js'
import type { SwapState } from './state.js'
import { toSwapFault } from './toSwapFault.js'

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
