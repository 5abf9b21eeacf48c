import type { Attempt } from '../../attempts.js'
import { internals, type Modal } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { fetchSwapPrices } from './fetchSwapPrices.js'
import { readSwapOffer } from './readSwapOffer.js'
import { setSwap } from './setSwap.js'
import { setSwapStep } from './setSwapStep.js'
import type { SwapState } from './state.js'

/** Asks what the swap gives now, and what its tokens are worth; of no amount nothing. Throws what `readSwapOffer` throws; who does not know the worth is told no error. */
export async function readSwapQuote(modal: Modal, swap: SwapState, attempt: Attempt): Promise<void> {
  const { from, amount, id } = swap
  if (!from || !parseAmount(amount, from.decimals)) {
    setSwap(modal, { type: 'unquoted', quote: { status: 'none' } }, id)
    return
  }
  const { signal } = attempt
  fetchSwapPrices(modal, { swap, signal }).catch((cause: unknown) => {
    if (!signal.aborted) modal[internals].warn(cause)
  })
  const reading = await attempt.race(readSwapOffer(modal, swap, signal))
  if (attempt.isLatest() && reading) setSwapStep(modal, { type: 'quoted', ...reading }, id)
}
