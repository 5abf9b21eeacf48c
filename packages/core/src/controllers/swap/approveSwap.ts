import { abortAttempt } from '../../attempts.js'
import { SwapFailedError } from '../../errors/swap.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import { confirmTransaction } from '../connection/confirmTransaction.js'
import { buildApproval, type SwapApproval } from './buildApproval.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { requireSwap } from './requireSwap.js'
import { sendBuilt } from './sendBuilt.js'
import { setSwapStep } from './setSwapStep.js'
import type { SwapState } from './state.js'
import { toSwapFault } from './toSwapFault.js'

/**
 * Has the visitor allow that the swap takes the token, and waits until the network has it. Some tokens allow nothing new while an
 * older approval stands: that is taken back first, and the wallet asks twice. Does nothing while something of the swap is under way. What
 * fails is in `swap.error` as well.
 *
 * Throws `NOT_CONNECTED`, `SWAP_NOT_SUPPORTED`, `INVALID_REPLY`, `SWAP_UNSAFE`, `SWAP_NOT_CHECKED`, `ACCOUNT_CHANGED`, `SWAP_FAILED`,
 * `TIMED_OUT` and what the wallet reports.
 */
export async function approveSwap(modal: Modal): Promise<void> {
  const swap = requireSwap(modal)
  const { id, from, to } = swap
  const offer = 'offer' in swap.quote ? swap.quote.offer : undefined
  if (swap.step !== 'form' || !from?.address || !to || !offer) return
  if (setSwapStep(modal, { type: 'approving' }, id)?.step !== 'approving') return
  abortAttempt(modal, 'swap-quote')
  try {
    let approval = await buildApproval(modal, swap, offer)
    if (approval.clears) {
      setSwapStep(modal, { type: 'clearing' }, id)
      await send(modal, swap, approval)
      setSwapStep(modal, { type: 'cleared' }, id)
      approval = await buildApproval(modal, swap, offer)
      if (approval.clears) throw new SwapFailedError({ details: 'The token still takes no new approval.' })
    }
    await send(modal, swap, approval)
  } catch (cause) {
    const error = toLatchkeyError(cause)
    setSwapStep(modal, { type: 'failed', error: toSwapFault(error) }, id)
    throw error
  }
  setSwapStep(modal, { type: 'approved' }, id)
  // asks the network what it now allows
  await fetchSwapQuote(modal)
}

async function send(modal: Modal, swap: SwapState, { tx }: SwapApproval): Promise<void> {
  const hash = await sendBuilt(modal, tx, swap)
  const outcome = await confirmTransaction(modal, { caipNetworkId: swap.caipNetworkId, id: hash })
  if (outcome.status === 'confirmed') return
  throw new SwapFailedError({ details: 'reason' in outcome && outcome.reason ? outcome.reason : outcome.status })
}
