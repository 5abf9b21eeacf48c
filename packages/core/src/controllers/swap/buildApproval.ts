import type { BuiltTransaction } from '../../api/blockchain/types.js'
import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { checkApproval, toTrade } from './checkSwap.js'
import { createSwapCalls } from './createSwapCalls.js'
import type { SwapOffer, SwapState } from './state.js'
import { toSwapAddress } from './toSwapAddress.js'

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
