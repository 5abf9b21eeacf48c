import { abortAttempt, beginAttempt } from '../../attempts.js'
import { SwapFailedError } from '../../errors/swap.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { confirmTransaction } from '../connection/confirmTransaction.js'
import { deadlines } from '../connection/state.js'
import { refreshHoldings } from '../portfolio/refreshHoldings.js'
import { buildSwap } from './buildSwap.js'
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
 * `ACCOUNT_CHANGED`, `SWAP_FAILED`
 * and what the wallet reports before it has sent. Where nobody knows what became of what was sent, `swap` stays `confirming` and has
 * the error.
 */
export async function sendSwap(modal: Modal): Promise<void> {
  const swap = requireSwap(modal)
  const offer = 'offer' in swap.quote ? swap.quote.offer : undefined
  if (swap.step !== 'form' || !offer || offer.needsApproval) return
  if (setSwapStep(modal, { type: 'sending' }, swap.id)?.step !== 'sending') return
  abortAttempt(modal, 'swap-quote')
  const attempt = beginAttempt(modal, { deadline: deadlines.read })
  let hash: string
  try {
    const tx = await attempt.race(buildSwap(modal, { swap, offer, attempt }))
    hash = await sendBuilt(modal, tx, swap)
  } catch (cause) {
    throw fail(modal, swap, cause)
  } finally {
    attempt.end()
  }
  setSwapStep(modal, { type: 'sent', hash }, swap.id)
  await confirm(modal, swap, hash)
}

async function confirm(modal: Modal, swap: SwapState, hash: string): Promise<void> {
  const { id, caipNetworkId } = swap
  try {
    const outcome = await confirmTransaction(modal, { caipNetworkId, id: hash })
    if (outcome.status !== 'confirmed') {
      const details = 'reason' in outcome ? outcome.reason : outcome.status
      throw fail(modal, swap, new SwapFailedError({ details }))
    }
  } catch (cause) {
    if (modal.getState().swap?.step !== 'confirming') throw cause
    // it may still come: sending again would swap twice
    setSwapStep(modal, { type: 'unconfirmed', error: toSwapFault(toLatchkeyError(cause)) }, id)
    return
  }
  setSwapStep(modal, { type: 'confirmed' }, id)
  await refreshHoldings(modal, 'eip155').catch(modal[internals].warn)
}

function fail(modal: Modal, { id }: SwapState, cause: unknown): Error {
  const error = toLatchkeyError(cause)
  setSwapStep(modal, { type: 'failed', error: toSwapFault(error) }, id)
  return error
}
