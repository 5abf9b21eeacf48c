import { abortAttempt, beginAttempt } from '../../attempts.js'
import { nameFault } from '../../errors/nameFault.js'
import { internals, type Modal } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { deadlines } from '../connection/state.js'
import { loadSwapOffers } from './loadSwapOffers.js'
import { setSwap } from './setSwap.js'
import { toSwapFault } from './toSwapFault.js'

/**
 * Asks what the swap gives now. A newer question ends an older one. Does nothing while the swap is under way. Never rejects: a
 * fault is in `swap.quote`.
 */
export async function fetchSwapQuote(modal: Modal): Promise<void> {
  const { swap } = modal.getState()
  if (swap?.list !== 'ready' || swap.step !== 'form') return
  const { id, from, to, amount } = swap
  if (!from || !to || !parseAmount(amount, from.decimals)) {
    abortAttempt(modal, 'swap-quote')
    setSwap(modal, { type: 'unquoted' }, id)
    return
  }
  const attempt = beginAttempt(modal, { key: 'swap-quote', deadline: deadlines.read })
  setSwap(modal, { type: 'quoting' }, id)
  try {
    const { signal } = attempt
    const { fetchSwapPrices, readSwapOffer } = await attempt.race(loadSwapOffers())
    fetchSwapPrices(modal, { swap, signal }).catch((cause: unknown) => {
      if (!signal.aborted) modal[internals].warn(cause)
    })
    const reading = await attempt.race(readSwapOffer(modal, swap, signal))
    if (attempt.isLatest() && reading) setSwap(modal, { type: 'quoted', ...reading }, id)
  } catch (cause) {
    const error = toSwapFault(await nameFault(cause))
    if (attempt.isLatest()) setSwap(modal, { type: 'quoteFailed', error }, id)
  } finally {
    attempt.end()
  }
}
