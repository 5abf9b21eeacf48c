import { abortAttempt } from '../../attempts.js'
import { SwapFailedError } from '../../errors/swap.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import { resumeTransfers } from '../transfers/trackSending.js'
import { buildApproval, type SwapApproval } from './buildApproval.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { requireSwap } from './requireSwap.js'
import { sendBuilt } from './sendBuilt.js'
import { setSwapStep } from './setSwapStep.js'
import { toSwapFault } from './toSwapFault.js'

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
